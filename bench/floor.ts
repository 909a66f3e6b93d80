/**
 * The floor: undici sends what was recorded, ajv validates what comes back, and nothing else is done.
 * `node --import tsx bench/floor.ts RECORDING`; prints one JSON line. It is compiled before it is measured.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { Agent, request } from 'undici';
import { readRecording, type RecordedCall } from './recording.ts';

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

export interface FloorResult {
  readonly sent: number;
  readonly validated: number;
  readonly valid: number;
  /** Answers with the status that was recorded. */
  readonly sameStatus: number;
  readonly unanswered: number;
}

const { calls, schemas, concurrency } = readRecording(process.argv[2] ?? '');
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
const validators: readonly ValidateFunction[] = schemas.map((schema) => ajv.compile(schema as object));
const dispatcher = new Agent({ connections: concurrency, pipelining: 1 });
const counts = { sent: 0, validated: 0, valid: 0, sameStatus: 0, unanswered: 0 };

async function send(call: RecordedCall): Promise<void> {
  counts.sent += 1;
  try {
    const response = await request(call.url, {
      dispatcher,
      method: call.method as 'GET',
      headers: call.headers.flatMap(([name, value]) => [name, value]),
      ...(call.body === undefined ? {} : { body: Buffer.from(call.body, 'base64') }),
    });
    const text = await response.body.text();
    if (response.statusCode === call.status) counts.sameStatus += 1;
    const validate = call.schema === undefined ? undefined : validators[call.schema];
    if (validate === undefined || text === '') return;
    counts.validated += 1;
    if (validate(JSON.parse(text))) counts.valid += 1;
  } catch {
    counts.unanswered += 1;
  }
}

let next = 0;
async function worker(): Promise<void> {
  for (let call = calls[next++]; call !== undefined; call = calls[next++]) await send(call);
}
await Promise.all(Array.from({ length: concurrency }, worker));
await dispatcher.close();
process.stdout.write(`${JSON.stringify(counts satisfies FloorResult)}\n`);
