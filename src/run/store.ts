/**
 * Hands the results of groups from the process that runs them to the ones that show them as tests: through a file, since
 * a test's worker may be restarted at any time, and a restarted one sends nothing again.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../record/exchange.ts';
import type { CheckResult } from '../verdict/model.ts';

/** What one group left: everything that the report needs of it. */
export interface GroupRecord {
  readonly group: string;
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly Exchange[];
  /** Why nothing of it was sent, where the run ended before its turn. */
  readonly unsent?: string;
}

/** Name of the attachment that carries a packed `GroupRecord`; Playwright's own reporters leave such names away. */
export const RECORD = '_plumbline-record';

/** Deflated JSON: other reporters copy attachments too, and a record is ten times smaller this way. */
export function pack(record: GroupRecord): Buffer {
  return deflateRawSync(JSON.stringify(record), { level: 3 });
}

export function unpack(packed: Buffer): GroupRecord {
  return JSON.parse(inflateRawSync(packed).toString('utf8')) as GroupRecord;
}

const VARIABLE = 'PLUMBLINE_STORE';
const POLL_MS = 8;

const kept = new Map<string, GroupRecord>();

/** In the process that runs the groups: the record as it was made. */
export function keep(record: GroupRecord): void {
  kept.set(record.group, record);
}

/** What this process itself ran, by group. */
export function keptRecords(): ReadonlyMap<string, GroupRecord> {
  return kept;
}

/** The writing end: one file for all records, since making a file for each costs more than what is in it. */
export class StoreWriter {
  readonly #file: number;

  constructor(file: string, env: NodeJS.ProcessEnv) {
    this.#file = openSync(file, 'a');
    env[VARIABLE] = file;
  }

  put(index: number, record: GroupRecord): void {
    writeSync(this.#file, `${index} ${pack(record).toString('base64')}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** The store of this run, where a conductor runs the groups; undefined where every test runs its own. */
export function openStore(env: NodeJS.ProcessEnv): StoreReader | undefined {
  const file = env[VARIABLE];
  return file === undefined ? undefined : new StoreReader(file);
}

/** The reading end: follows the file as it grows. */
export class StoreReader {
  readonly #file: number;
  readonly #records = new Map<number, Buffer>();
  #position = 0;
  #rest = '';

  constructor(file: string) {
    this.#file = openSync(file, 'r');
  }

  /** A group's packed record, as soon as it is there. */
  async take(index: number): Promise<Buffer> {
    for (;;) {
      const record = this.#records.get(index);
      if (record !== undefined) return record;
      if (!this.#read()) await sleep(POLL_MS);
    }
  }

  /** Whether there was more. */
  #read(): boolean {
    const buffer = Buffer.allocUnsafe(fstatSync(this.#file).size - this.#position);
    const length = readSync(this.#file, buffer, 0, buffer.length, this.#position);
    this.#position += length;
    const lines = `${this.#rest}${buffer.toString('latin1', 0, length)}`.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const [index = '', body = ''] = line.split(' ');
      this.#records.set(Number(index), Buffer.from(body, 'base64'));
    }
    return length > 0;
  }
}
