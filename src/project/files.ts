/** Reads and writes files. Disk errors are reported with file, cause and fix. */
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** File system errors that may occur anywhere and are no defect of Plumbline. */
const ANYWHERE: Readonly<Record<string, string>> = {
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'it exceeds the maximum file size',
  EIO: 'the disk reports an error',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files on this machine',
};

/** File system errors at a path that the user named. */
const AT_USER_PATH: Readonly<Record<string, string>> = {
  ...ANYWHERE,
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'the folder cannot be created',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links form a loop',
};

export const OTHER_OUT_HINT = 'Choose another folder with --out.';

/** Converts file system errors at a path that the user named to `BadInput`; returns other errors unchanged. */
export function asBadInput(error: unknown, place: string, hint = OTHER_OUT_HINT): unknown {
  const code = codeOf(error);
  const reason = AT_USER_PATH[code];
  return reason === undefined ? error : unwritable(place, reason, code, hint);
}

/** Writes to a path that the user named. */
export function withWriteErrors<T>(place: string, act: () => T, hint?: string): T {
  try {
    return act();
  } catch (error) {
    throw asBadInput(error, place, hint);
  }
}

/** The same for any file, with the path in the error. */
export function asBadInputWithPath(error: unknown): unknown {
  const code = codeOf(error);
  const reason = ANYWHERE[code];
  if (reason === undefined) return error;
  const place = error instanceof Error && 'path' in error ? String(error.path) : 'a file of this run';
  return unwritable(place, reason, code, 'Fix this and run again.');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function unwritable(place: string, reason: string, code: string, hint: string): BadInput {
  return BadInput.of('bad-output', `${place} cannot be written: ${reason} (${code})`, { hint });
}

export const GZIP_SUFFIX = '.gz';
/** Larger than any report and than the longest string. */
const MAX_LENGTH = 512 * 1024 * 1024;

/** Text of a file, decompressed if it begins like gzip (RFC 1952 §2.3.1). Throws `BadInput` if it is missing or damaged. */
export function readText(file: string): string {
  try {
    return plainText(file);
  } catch {
    throw BadInput.of('unreadable-file', `${file} cannot be read`, { hint: 'Check the path.' });
  }
}

/** Bytes of a regular file: pipes and devices such as /dev/zero may never end. */
export function readBytes(file: string): Buffer {
  const found = statSync(file);
  const code = found.isDirectory()
    ? 'EISDIR'
    : !found.isFile()
      ? 'EFTYPE'
      : found.size > MAX_LENGTH
        ? 'EFBIG'
        : undefined;
  if (code !== undefined) throw Object.assign(new Error(`${file} cannot be read`), { code });
  return readFileSync(file);
}

function plainText(file: string): string {
  const bytes = readBytes(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_LENGTH }) : bytes).toString('utf8');
}

/** Bytes per write: single parts would be too many system calls, and one text would double the memory. */
const BATCH_BYTES = 256 * 1024;

export function writeParts(file: string, parts: Iterable<string>): void {
  const descriptor = openSync(file, 'w');
  try {
    let text = '';
    for (const part of parts) {
      text += part;
      if (text.length < BATCH_BYTES) continue;
      writeFileSync(descriptor, text);
      text = '';
    }
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** `report.json` of a folder, or `report.json.gz` if only that exists; otherwise the path itself, which the reader will reject. */
export function reportFile(place: string): string {
  try {
    if (!statSync(place).isDirectory()) return place;
  } catch {
    return place;
  }
  const file = path.join(place, 'report.json');
  return !existsSync(file) && existsSync(`${file}${GZIP_SUFFIX}`) ? `${file}${GZIP_SUFFIX}` : file;
}
