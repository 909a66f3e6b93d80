/**
 * Hands the results of groups from the process that runs them to the ones that show them as tests.
 *
 * One file a group: a test's worker may be restarted at any time, and a restarted one sends nothing again.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../exchange/model.ts';
import type { CheckResult } from '../verdict/model.ts';

/** What one group left: everything that the report needs of it. */
export interface GroupRecord {
  readonly group: string;
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly Exchange[];
}

/** Name of the attachment that carries a packed `GroupRecord`. */
export const RECORD = 'plumbline-record';

/** Deflated JSON: other reporters copy attachments too, and a record is ten times smaller this way. */
export function pack(record: GroupRecord): Buffer {
  return deflateRawSync(JSON.stringify(record), { level: 3 });
}

export function unpack(packed: Buffer): GroupRecord {
  return JSON.parse(inflateRawSync(packed).toString('utf8')) as GroupRecord;
}

const VARIABLE = 'PLUMBLINE_STORE';
const POLL_MS = 8;

export function openStore(folder: string, env: NodeJS.ProcessEnv): void {
  mkdirSync(folder, { recursive: true });
  env[VARIABLE] = folder;
}

/** The store of this run, where a conductor runs the groups; undefined where every test runs its own. */
export function storeFolder(env: NodeJS.ProcessEnv): string | undefined {
  return env[VARIABLE];
}

export function put(folder: string, index: number, record: GroupRecord): void {
  const file = path.join(folder, `${index}.record`);
  writeFileSync(`${file}.part`, pack(record));
  renameSync(`${file}.part`, file);
}

/** Tells every waiting test that no more records will come, and why. */
export function putDefect(folder: string, message: string): void {
  writeFileSync(path.join(folder, 'defect'), message);
}

/** A group's packed record, as soon as it is there. */
export async function take(folder: string, index: number): Promise<Buffer> {
  const file = path.join(folder, `${index}.record`);
  const defect = path.join(folder, 'defect');
  while (!existsSync(file)) {
    if (existsSync(defect)) throw new Error(readFileSync(defect, 'utf8'));
    await sleep(POLL_MS);
  }
  return readFileSync(file);
}
