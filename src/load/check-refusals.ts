/** Words of an operation that come to a kind of refusal, which errors.yaml has to declare. */
import type { RefusalKind } from './model.ts';
import type { RawOperation, RawOperationProperties } from '../schema/operations.ts';
import type { YamlDocument } from './yaml-document.ts';

/** What an operation says of how it refuses is tried by the kind of that refusal: without it, nothing would be, in silence. */
export function checkRefusals(
  document: YamlDocument,
  refusals: readonly string[] | undefined,
  own: RawOperation,
  written: Partial<RawOperationProperties>,
): void {
  if (refusals === undefined) return;
  const method = written.method ?? own.method;
  for (const { member, asks, kind, status } of REFUSED)
    if (asks(written[member], method) && !refusals.includes(kind))
      document.report(
        'refusal-missing',
        `errors.yaml does not say how that is refused, so that nothing of it would be tried`,
        written,
        member,
        'value',
        `write there, below \`refusals\`: ${kind}: { statuses: [${status}] }`,
      );
}

/** Words of an operation, and the kind of refusal that they come to. */
const REFUSED: readonly {
  readonly member: 'conditional' | 'unknownParameters' | 'upsert' | 'taken';
  readonly asks: (said: unknown, method: string) => boolean;
  readonly kind: RefusalKind;
  readonly status: number;
}[] = [
  { member: 'conditional', asks: (said, method) => isSaid(said) && writes(method), kind: 'precondition', status: 412 },
  {
    member: 'conditional',
    asks: (said, method) => said === 'required' && writes(method),
    kind: 'precondition-required',
    status: 428,
  },
  { member: 'unknownParameters', asks: (said) => said === 'refuse', kind: 'query', status: 400 },
  { member: 'upsert', asks: (said) => said === 'refuse', kind: 'not-found', status: 404 },
  { member: 'taken', asks: (said) => said === 'refuse', kind: 'taken', status: 409 },
];

function isSaid(said: unknown): boolean {
  return said !== undefined && said !== false;
}

function writes(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}
