import type { LorebookFile } from '../lorebook-format';
import { decodeText } from './decode-text';
import { FileProblem } from './file-problem';
import type { Contents } from './open-picture';
import { parseJson } from './parse-json';
import { zipMembers, type ZipMember } from './zip-archive';

const CARD = 'card.json';
const MODULE = 'module.risum';
const READABLE = /\.(?:json|jsonl|lorebook|story|scenario)$/i;

/**
 * The card of a CHARX, also of one behind a JPEG picture; of any other ZIP archive all the lorebooks in it.
 *
 * @throws FileProblem where there is neither.
 */
export function openArchive(bytes: Uint8Array, name: string): Contents {
  const members = zipMembers(bytes);
  if (!members) throw new FileProblem(noArchive(bytes));
  const card = members.find((member) => member.name.toLowerCase() === CARD);
  if (card) return openCharx(card, name, members);
  const readable = members.filter((member) => READABLE.test(member.name));
  if (readable.length === 0)
    throw new FileProblem('The archive holds no card.json and no lorebook as JSON: there is nothing in it to import.');
  const opened = readable.map(openMember);
  return { files: opened.flatMap(({ files }) => files), notices: opened.flatMap(({ notices }) => notices) };
}

function noArchive([first]: Uint8Array): string {
  return first === 0xff
    ? 'The file is a JPEG picture without a card behind it. Expected is a CHARX, or a card as PNG or JSON.'
    : 'The archive is damaged: its end is missing. Download it again.';
}

function openCharx(card: ZipMember, name: string, members: readonly ZipMember[]): Contents {
  const parsed = parseJson(decodeText(card.unpack()));
  if (!parsed) throw new FileProblem('The card.json in the archive is no JSON.');
  const hasModule = members.some((member) => member.name.toLowerCase() === MODULE);
  const notice =
    'The archive also holds a RisuAI module (module.risum), which is not read. If lore is missing, export it from RisuAI as JSON.';
  return { files: [{ name, value: parsed.value }], notices: [...parsed.notices, ...(hasModule ? [notice] : [])] };
}

/** One broken lorebook does not keep the others out. */
function openMember(member: ZipMember): Contents {
  const name = baseName(member.name);
  try {
    const parsed = parseJson(decodeText(member.unpack()));
    if (!parsed) return { files: [], notices: [`${name} in the archive is no JSON.`] };
    const file: LorebookFile = { name, value: parsed.value };
    return { files: [file], notices: parsed.notices.map((notice) => `${name}: ${notice}`) };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { files: [], notices: [`${name}: ${error.message}`] };
  }
}

/** The last part alone: a name in an archive may lead anywhere. */
function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
