/** Reads files that may be compressed: evidence, and reports that somebody packed. */
import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { BadInput } from '../errors.ts';

export const PACKED = '.gz';
/** Longer than any report, and than any text may be: what unpacks to more is no report of ours. */
const LONGEST = 512 * 1024 * 1024;

/** The text of a file, packed or not, by how it begins (RFC 1952 §2.3.1). Throws `BadInput` where it is no file, or cannot be unpacked. */
export function readText(file: string): string {
  try {
    return plainText(file);
  } catch {
    throw BadInput.of('unreadable-file', `${file} cannot be read`, { hint: 'Check the path.' });
  }
}

/** The bytes of a regular file: a pipe may never end, and a device such as /dev/zero never does. */
export function bytesOf(file: string): Buffer {
  const found = statSync(file);
  const code = found.isDirectory() ? 'EISDIR' : !found.isFile() ? 'EFTYPE' : found.size > LONGEST ? 'EFBIG' : undefined;
  if (code !== undefined) throw Object.assign(new Error(`${file} cannot be read`), { code });
  return readFileSync(file);
}

function plainText(file: string): string {
  const bytes = bytesOf(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes, { maxOutputLength: LONGEST }) : bytes).toString('utf8');
}
