/** Exchanges that nobody thought of, and every rule on them: it may not throw, say two things of one, change what it judges, or copy it. */
import fc from 'fast-check';
import type { CaseEvidence, Exchange } from '../../src/model/exchange.ts';
import { FAILURE_KINDS, NOT_SENT_REASONS, type NotSentReason } from '../../src/model/failure.ts';
import type { Judgement } from '../../src/rules/model.ts';
import { CASE_RULES_WITH_ROWS, PASSIVE_RULES_WITH_TEXTS } from '../../src/rules/registry.ts';
import { caseExampleOf, passiveExamples } from './examples/index.ts';

/** The longest a finding's text may be: 300 characters and a note of how many there were. */
const LONGEST = 400;

const NAMES = [
  'date',
  'content-type',
  'content-length',
  'www-authenticate',
  'allow',
  'retry-after',
  'location',
  'etag',
  'vary',
  'page',
  'pages',
  'page-next',
  'page-previous',
  'cache-control',
  'set-cookie',
  'content-encoding',
  'server',
  'access-control-allow-origin',
  'last-modified',
  'expires',
  'content-location',
  'accept-ranges',
  'x-echo',
];
const VALUES = [
  'Tue, 10 Mar 2026 01:00:00 GMT',
  'application/json',
  'application/problem+json; charset=utf-8',
  '0',
  '1',
  '-1',
  'GET, HEAD',
  'Bearer error="invalid_token"',
  'no-store',
  '/books/1',
  '//elsewhere.test/',
  'W/"1"',
  '*',
  '1e9',
  '',
];
const MEMBERS = [
  'success',
  'result',
  'errors',
  'code',
  'detail',
  'source',
  'pointer',
  'book',
  'books_uid',
  'id',
  'uid',
  'messages',
  'paths',
  'info',
  'version',
  'correlation_id',
  'access_token',
  'token_type',
  'expires_in',
  'error',
  '__proto__',
];

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('yes', 'no', true, '2026-03-10', 'eyJhbGciOiJub25lIn0.eyJhIjoxfQ.', '[redacted]', 1e21, -0),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...MEMBERS), tie('value'), { maxKeys: 4 }),
  ),
})).value;

const body = fc.oneof(
  { weight: 4, arbitrary: json.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  // Cut off, and with something behind it.
  {
    weight: 1,
    arbitrary: fc.tuple(json, fc.nat(40), fc.string()).map(([v, cut, more]) => JSON.stringify(v).slice(0, cut) + more),
  },
);
const headers = fc.array(
  fc.tuple(fc.constantFrom(...NAMES), fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'binary-ascii' }))),
  { maxLength: 6 },
);
const response = fc.record(
  {
    status: fc.oneof(
      fc.constantFrom(200, 201, 204, 304, 400, 401, 404, 405, 422, 503),
      fc.integer({ min: 100, max: 999 }),
    ),
    headers,
    body,
    bytes: fc.nat(10_000),
    utf8: fc.constant(false as const),
    secrets: fc.constant(['body']),
  },
  { requiredKeys: ['status', 'headers', 'body', 'bytes'] },
);
const failure = fc.oneof(
  fc.constantFrom(...FAILURE_KINDS).map((kind) => ({ kind, message: `it was ${kind}` })),
  fc
    .constantFrom(...(Object.keys(NOT_SENT_REASONS) as NotSentReason[]))
    .map((why) => ({ kind: 'not-sent' as const, why, message: why })),
);

/** What becomes of one exchange; an absent part stays as it is in the example. */
const change = fc.record(
  {
    outcome: fc.oneof(
      { weight: 4, arbitrary: response.map((r) => ({ response: r })) },
      failure.map((f) => ({ failure: f })),
    ),
    request: fc.record(
      { method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'), headers, body },
      { requiredKeys: [] },
    ),
    at: fc.nat(),
    attempts: fc.integer({ min: 2, max: 3 }),
  },
  { requiredKeys: [] },
);

/** What becomes of the steps of a case: which of them have another number of exchanges, and what becomes of each. */
export const anyExchanges = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  counts: fc.array(fc.constantFrom(1, 1, 1, 0, 2, 5), { minLength: 1, maxLength: 3 }),
  lacks: fc.nat(20),
});
type AnyExchanges = typeof anyExchanges extends fc.Arbitrary<infer T> ? T : never;

function changed(given: Exchange, { changes }: AnyExchanges, place: number): Exchange {
  const { outcome, request, ...others } = changes[place % changes.length] ?? {};
  const { response: _response, failure: _failure, ...rest } = given;
  return {
    ...(outcome === undefined ? given : { ...rest, ...outcome }),
    ...others,
    request: { ...given.request, ...request },
  };
}

function evidenceOf(example: CaseEvidence, given: AnyExchanges): CaseEvidence {
  let place = 0;
  return Object.fromEntries(
    Object.entries(example).flatMap(([step, list], index) => {
      if (index > 0 && index === given.lacks) return [];
      const times = given.counts[index % given.counts.length] ?? 1;
      const many = Array.from({ length: list.length > 1 ? list.length : times }, (_none, i) => list[i] ?? list[0]);
      return [[step, many.flatMap((one) => (one === undefined ? [] : [changed(one, given, (place += 1))]))]];
    }),
  );
}

function holds(id: string, evidence: unknown, judge: () => Judgement): void {
  const before = JSON.stringify(evidence);
  let first: Judgement;
  let second: Judgement;
  try {
    [first, second] = [judge(), judge()];
  } catch (error) {
    throw new Error(`${id} threw`, { cause: error });
  }
  if (JSON.stringify(first) !== JSON.stringify(second)) throw new Error(`${id} says two things of one exchange`);
  if (JSON.stringify(evidence) !== before) throw new Error(`${id} changes what it judges`);
  for (const { expected, actual } of first.kind === 'judged' ? first.findings : [])
    if (expected.length > LONGEST || actual.length > LONGEST) throw new Error(`${id} copies what it judges`);
}

/** Throws where a rule does not hold. */
export function judgedByEveryRule(given: AnyExchanges): void {
  for (const rule of CASE_RULES_WITH_ROWS) {
    const example = caseExampleOf(rule);
    const evidence = evidenceOf(example.pass, given);
    holds(rule.id, evidence, () => rule.judge(example.params as never, evidence));
  }
  for (const rule of PASSIVE_RULES_WITH_TEXTS) {
    const { pass, operation, never = ['Unexpected problem'], beside } = passiveExamples[rule.id];
    const exchange = changed(pass, given, 0);
    holds(rule.id, exchange, () => rule.judge(exchange, operation, never));
    const { judgeAll, judgeMade } = rule;
    const all = [...(beside ?? []), ...given.changes.map((_change, index) => changed(pass, given, index))];
    if (judgeAll !== undefined) holds(rule.id, all, () => judgeAll(all, operation));
    if (judgeMade !== undefined) holds(rule.id, all, () => judgeMade(all.map((call) => ({ made: pass, call }))));
  }
}
