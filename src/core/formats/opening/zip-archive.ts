import { strFromU8 } from 'fflate';
import { fileLimits } from '../limits';
import { byteReader, hasBytes, latinText } from './byte-reader';
import { FileProblem, megabytes } from './file-problem';
import { inflate } from './inflate';

const END = [0x50, 0x4b, 0x05, 0x06];
const MEMBER = [0x50, 0x4b, 0x01, 0x02];
/** The end of an archive is this long, and a comment of 65,535 bytes may follow it. */
const END_SIZE = 22;
const FARTHEST_END = END_SIZE + 65_535;

/** A file in an archive. Its name is for comparing and showing, never a path to write to. */
export interface ZipMember {
  readonly name: string;
  /** @throws FileProblem for what is damaged, encrypted, too large or packed in another way. */
  readonly unpack: () => Uint8Array;
}

/**
 * The members of a ZIP archive, also of one that stands behind a picture; undefined where there is no archive.
 *
 * @throws FileProblem for an archive beyond the limits.
 */
export function zipMembers(bytes: Uint8Array): readonly ZipMember[] | undefined {
  const end = findEnd(bytes);
  if (end === undefined) return undefined;
  const { u16le, u32le } = byteReader(bytes);
  const count = u16le(end + 10);
  if (count > fileLimits.archiveMembers)
    throw new FileProblem(
      `The archive has ${String(count)} files; ${String(fileLimits.archiveMembers)} at most are taken. Take the lorebook out of it and import that.`,
    );
  const directory = end - u32le(end + 12);
  // Places count from the archive's own start, which is not the file's where a picture stands before it.
  const start = directory - u32le(end + 16);
  return readDirectory(bytes, { directory, start, count });
}

function findEnd(bytes: Uint8Array): number | undefined {
  const first = Math.max(0, bytes.length - FARTHEST_END);
  for (let at = bytes.length - END_SIZE; at >= first; at--) if (hasBytes(bytes, at, END)) return at;
  return undefined;
}

interface Directory {
  readonly directory: number;
  readonly start: number;
  readonly count: number;
}

function readDirectory(bytes: Uint8Array, { directory, start, count }: Directory): readonly ZipMember[] {
  const { u16le, u32le } = byteReader(bytes);
  const members: ZipMember[] = [];
  const left = { bytes: fileLimits.archiveBytes };
  let declared = 0;
  let at = directory;
  for (let index = 0; index < count; index++) {
    if (at < 0 || !hasBytes(bytes, at, MEMBER))
      throw new FileProblem('The archive is damaged: its list of files breaks off.');
    const nameSize = u16le(at + 28);
    declared += u32le(at + 24);
    members.push(memberAt(bytes, at, start + u32le(at + 42), left));
    at += 46 + nameSize + u16le(at + 30) + u16le(at + 32);
  }
  if (declared > fileLimits.archiveBytes) throw tooLarge(declared);
  return members;
}

function tooLarge(declared: number): FileProblem {
  return new FileProblem(
    `The archive unpacks to ${megabytes(declared)}; ${megabytes(fileLimits.archiveBytes)} at most are taken. Take the lorebook out of it and import that.`,
  );
}

/** @param left What may still be unpacked of the whole archive. */
function memberAt(bytes: Uint8Array, at: number, local: number, left: { bytes: number }): ZipMember {
  const { u16le, u32le } = byteReader(bytes);
  const isUtf8 = (u16le(at + 8) & 0x800) !== 0;
  const written = bytes.subarray(at + 46, at + 46 + u16le(at + 28));
  const name = isUtf8 ? strFromU8(written) : latinText(written);
  const isEncrypted = (u16le(at + 8) & 1) !== 0;
  const method = u16le(at + 10);
  const size = u32le(at + 20);
  return {
    name,
    unpack: () => {
      if (isEncrypted) throw new FileProblem(`${name} in the archive is locked with a password.`);
      const data = local + 30 + u16le(local + 26) + u16le(local + 28);
      const unpacked = unpackData(
        bytes.subarray(data, data + size),
        method,
        Math.min(left.bytes, fileLimits.fileBytes),
      );
      left.bytes -= unpacked.length;
      return unpacked;
    },
  };
}

function unpackData(data: Uint8Array, method: number, most: number): Uint8Array {
  if (method === 8) return inflate(data, 'deflate', most);
  if (method === 0 && data.length <= most) return data;
  throw new FileProblem('A file of the archive is packed in a way that is not known; pack it as plain ZIP.');
}
