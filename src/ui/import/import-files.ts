/** A file that is ready to be sent. */
export interface ChosenFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly base64: string;
}

/** A file that is not sent, and why. */
export interface RefusedFile {
  readonly name: string;
  /** A sentence that says what to do instead. */
  readonly sentence: string;
}

const MIB = 1024 * 1024;
/** The largest file that is read at all, by core/formats/limits.ts. */
const FILE_BYTES = 50 * MIB;
/** A request may have 8 MiB (server/body-limit.ts); a part of it is left for the names. */
const BASE64_LENGTH = 7.75 * MIB;
/** Of files, in bytes: base64 makes four signs of three bytes. */
const SENT_BYTES = (BASE64_LENGTH / 4) * 3;
/** Of files that stay inside the program: as many as one lorebook may have. */
const KEPT_BYTES = FILE_BYTES;
/** Of one request, by server/contract/wire-imports.ts. */
const MOST_FILES = 100;

const COMMAND = 'Import it with “lorehearth import” on the computer that has the vault.';
const UNREADABLE = 'The browser cannot read it. If it is a folder, choose the files in it.';

/** A size for reading, in the words of the limits: `420 KB`, `7.2 MB`. */
export function sizeWords(bytes: number): string {
  if (bytes < MIB) return `${String(Math.ceil(bytes / 1024))} KB`;
  return `${(bytes / MIB).toFixed(1).replace('.0', '')} MB`;
}

/**
 * Reads files beside those that were chosen before; one with the same name takes the other's place.
 *
 * @param isInside Whether the server runs in this program, so that requests have no limit.
 * @returns All files that can be sent together, and those of the new ones that cannot. It never rejects.
 */
export async function readFiles(
  files: readonly File[],
  before: readonly ChosenFile[],
  isInside = false,
): Promise<{ readonly chosen: readonly ChosenFile[]; readonly refused: readonly RefusedFile[] }> {
  const chosen = new Map(before.map((file) => [file.name, file]));
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const others = [...chosen.values()].filter(({ name }) => name !== file.name);
    const read = refusal(file, others, isInside ? KEPT_BYTES : SENT_BYTES) ?? (await base64Of(file));
    if (typeof read === 'string') chosen.set(file.name, { name: file.name, size: file.size, base64: read });
    else refused.push({ name: file.name, sentence: read.sentence });
  }
  return { chosen: [...chosen.values()], refused };
}

function refusal(
  { size }: File,
  others: readonly ChosenFile[],
  mostBytes: number,
): { readonly sentence: string } | undefined {
  const most = sizeWords(mostBytes);
  if (size > FILE_BYTES) {
    const found = `It has ${sizeWords(size)}, and a lorebook may have at most ${sizeWords(FILE_BYTES)}.`;
    return { sentence: `${found} Export it in parts, or without its picture.` };
  }
  if (size > mostBytes) {
    return { sentence: `It has ${sizeWords(size)}, and this page can send at most ${most}. ${COMMAND}` };
  }
  if (others.length >= MOST_FILES) {
    return { sentence: `At most ${String(MOST_FILES)} files are imported at once. Import the others first.` };
  }
  const taken = others.reduce((sum, other) => sum + other.size, 0);
  if (taken + size <= mostBytes) return undefined;
  return {
    sentence: `With the other files it is more than ${most}. Import those first, then add it again. ${COMMAND}`,
  };
}

/** The platform's reader makes base64 of millions of bytes without holding up the page. */
function base64Of(file: File): Promise<string | { readonly sentence: string }> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onerror = () => resolve({ sentence: UNREADABLE });
    reader.onload = () => {
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.readAsDataURL(file);
  });
}
