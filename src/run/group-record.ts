/** What came of one group, and how it travels in an attachment of a test. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
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
