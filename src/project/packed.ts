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

function plainText(file: string): string {
  // A pipe would be waited for, and a device has no end.
  if (!statSync(file).isFile()) throw new Error('no file');
  const bytes = readFileSync(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes, { maxOutputLength: LONGEST }) : bytes).toString('utf8');
}
