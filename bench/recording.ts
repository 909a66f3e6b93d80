/** What a run put on the wire, as the floor sends it again: requests as they were, and the schema of each answer. */
import type { Json } from '../src/model/json.ts';
import { readFileSync, writeFileSync } from 'node:fs';

export interface RecordedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Base64. */
  readonly body?: string;
  /** Status of the answer when it was recorded. */
  readonly status: number;
  /** Place of the answer's schema in `schemas`; absent where the contract describes no body. */
  readonly schema?: number;
}

export interface Recording {
  readonly concurrency: number;
  readonly schemas: readonly Json[];
  readonly calls: readonly RecordedCall[];
}

export function writeRecording(file: string, recording: Recording): void {
  writeFileSync(file, JSON.stringify(recording));
}

export function readRecording(file: string): Recording {
  return JSON.parse(readFileSync(file, 'utf8')) as Recording;
}
