import type { LorebookFile } from './lorebook-format';
import { fileLimits } from './limits';
import { openArchive } from './opening/open-archive';
import { decodeText } from './opening/decode-text';
import { FileProblem, megabytes } from './opening/file-problem';
import { openPicture } from './opening/open-picture';
import { parseJson } from './opening/parse-json';
import { hasBytes } from './opening/byte-reader';
import { isPng } from './opening/png-texts';

/** A file as it was found: what is in it, or why it cannot be read. */
export type OpenedFile =
  | {
      readonly kind: 'opened';
      /** Mostly one; a picture or an archive may hold several. */
      readonly files: readonly LorebookFile[];
      /** What was left out, in sentences for the user. */
      readonly notices: readonly string[];
    }
  | { readonly kind: 'refused'; /** What was found and what was expected. */ readonly problem: string };

/** What can be read, for sentences. */
const EXPECTED = 'a lorebook or card as JSON, a PNG card, a CHARX or a ZIP archive';

/** Opens a file by its content; its name is shown and gives titles. Never throws and never follows a path or a link. */
export function openFile(bytes: Uint8Array, name: string): OpenedFile {
  try {
    return open(bytes, name);
  } catch (error) {
    if (error instanceof FileProblem) return { kind: 'refused', problem: error.message };
    throw error;
  }
}

function open(bytes: Uint8Array, name: string): OpenedFile {
  if (bytes.length === 0) return refused('The file is empty');
  if (bytes.length > fileLimits.fileBytes)
    return refused(`The file has ${megabytes(bytes.length)}; ${megabytes(fileLimits.fileBytes)} at most are taken`);
  if (isPng(bytes)) return { kind: 'opened', ...openPicture(bytes, name) };
  if (hasBytes(bytes, 0, [0x50, 0x4b]) || hasBytes(bytes, 0, [0xff, 0xd8]))
    return { kind: 'opened', ...openArchive(bytes, name) };
  if (hasBytes(bytes, 0, [111, 0]))
    return refused(
      'This is a RisuAI module (.risum), whose packing is not read: open it in RisuAI and export its lorebook as JSON',
    );
  return openText(bytes, name);
}

function openText(bytes: Uint8Array, name: string): OpenedFile {
  const text = decodeText(bytes);
  const parsed = parseJson(text);
  if (parsed) return { kind: 'opened', files: [{ name, value: parsed.value }], notices: parsed.notices };
  return refused(`The file begins with ${firstCharacters(text)}, which is no JSON`);
}

function refused(found: string): OpenedFile {
  return { kind: 'refused', problem: `${found}. Expected is ${EXPECTED}.` };
}

const LONGEST_SHOWN = 40;

function firstCharacters(text: string): string {
  return JSON.stringify(text.trimStart().slice(0, LONGEST_SHOWN));
}
