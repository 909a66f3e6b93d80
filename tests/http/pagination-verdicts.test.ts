/** What is kept of a long walk is judged as the walk would be if all of it were kept, whatever is wrong on a late page. */
import { describe, expect, test } from 'vitest';
import { runGroup } from '../../src/run/run-group.ts';
import type { WireResponse } from '../../src/http/transport.ts';
import type { Check, WalkedPages } from '../../src/plan/model.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { PageStyle } from '../../src/model/paging/model.ts';
import { PASSIVE_RULES_WITH_TEXTS } from '../../src/rules/registry.ts';
import type { CaseRuleId, PassiveRuleId } from '../../src/rules/ids.ts';
import { type JudgeContext, judgeGroup, showsAllFailures } from '../../src/verdict/judge.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import { operation } from '../rules/support.ts';
import { answerOf, group, oneCase, runContext, step, Wire } from './support.ts';
import { everyNth } from '../part.ts';

const PAGES = 70;
const SIZE = 100;
/** Long after the walk has begun to keep less. */
const LATE = 60;

const STYLE: PageStyle = {
  style: 'cursor',
  ask: { cursor: { query: 'after' } },
  next: { body: '/next' },
  total: { body: '/total', counts: 'records' },
  ends: 'absent',
  order: { by: '/made', descending: false },
};
const WALKED: WalkedPages = { style: STYLE, size: SIZE, records: '/data', uid: '/id' };
const LIST = {
  type: 'object',
  required: ['data', 'total'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'made', 'text'],
        additionalProperties: false,
        properties: { id: { type: 'integer' }, made: { type: 'integer' }, text: { type: 'string' } },
      },
    },
  },
};

const check = (rule: string, params: object = {}): Check =>
  ({ id: rule, spec: '1.0.0', rule, params, given: [], title: rule }) as unknown as Check;
const LAWS: readonly CaseRuleId[] = ['page.next', 'page.no-duplicates', 'page.order', 'page.total'];
const PARAMS = { step: 'walk', records: '/data', uid: '/id', style: STYLE, size: SIZE, cap: SIZE, again: 'again' };
const GROUP = group(
  [
    {
      ...oneCase(
        'walked',
        ['walk', 'again'].map((name) => ({
          ...step(name, { send: { kind: 'walk', pages: WALKED } }),
          operation: 'books/read',
        })),
      ),
      checks: [
        ...LAWS.map((rule) => check(rule, PARAMS)),
        check('page.order-kept', { first: 'walk', second: 'again', records: '/data', uid: '/id' }),
      ],
    },
  ],
  [],
  { passive: PASSIVE_RULES_WITH_TEXTS.map(({ id }) => check(id)) },
);
const JUDGING: JudgeContext = {
  operations: {
    'library@1.0.0/books/read': operation({ path: '/books', responseSchema: LIST, documented: { 200: LIST } }),
  },
  forbiddenTexts: {},
  passive: {},
};

interface Record {
  readonly id: number;
  readonly made: number;
  readonly text: unknown;
}

const idsOn = (page: number): readonly number[] =>
  Array.from({ length: SIZE }, (_none, i) => (page - 1) * SIZE + i + 1);

function pageOf(page: number, records: readonly Record[], more: object = {}): string {
  const next = page < PAGES ? { next: String(page + 1) } : {};
  return JSON.stringify({ total: PAGES * SIZE, ...next, data: records, ...more });
}

const recordsOn = (page: number): readonly Record[] =>
  idsOn(page).map((id) => ({ id, made: id, text: 'x'.repeat(200) }));

type Late = (walk: 1 | 2) => WireResponse;

const late = (records: readonly Record[], more: object = {}): WireResponse => answerOf(pageOf(LATE, records, more));
const ON_LATE = recordsOn(LATE);
const WHOLE = pageOf(LATE, ON_LATE);

const SOON = ['retry-after', 'soon'] as const;
const JSON_TYPE = ['content-type', 'application/json'] as const;
const HEADS = { 1: [JSON_TYPE], 2: [JSON_TYPE, SOON] } as const;

/** What is wrong with the late page, and which check has to tell. */
const FAULTS: Readonly<{ [What in string]: readonly [tells: CaseRuleId | PassiveRuleId, Late] }> = {
  'a member of another type': [
    'http.body-schema',
    () => late(ON_LATE.map((one, i) => (i === 7 ? { ...one, text: 7 } : one))),
  ],
  'a member without a name': ['http.body-schema', () => late(ON_LATE.map((one) => ({ ...one, strange: null })))],
  'a name that stands twice': ['http.unique-names', () => answerOf(WHOLE.replace('"text":"x', '"text":"y","text":"x'))],
  'a name that stands twice with an escape in it': [
    'http.unique-names',
    () => answerOf(WHOLE.replace('"text":"x', '"\\u0074ext":"y","text":"x')),
  ],
  'a number that no double holds': [
    'http.safe-numbers',
    () => answerOf(WHOLE.replace('"next":', '"far":12345678901234567890,"next":')),
  ],
  'an identifier that no double holds': [
    'http.safe-numbers',
    () => answerOf(WHOLE.replace(`"id":${LATE * SIZE}`, '"id":12345678901234567000')),
  ],
  'a byte order mark': ['http.json', () => answerOf(`\uFEFF${WHOLE}`)],
  'another media type': ['http.media-type', () => ({ ...late(ON_LATE), headers: [['content-type', 'text/plain']] })],
  'a record of the page before': [
    'page.no-duplicates',
    () => late([...ON_LATE.slice(0, -1), { ...ON_LATE[0], id: 1 } as Record]),
  ],
  'records out of order': ['page.order', () => late(ON_LATE.toReversed())],
  'another order on the second walk': [
    'page.order-kept',
    (walk) => late(ON_LATE.map((one, i) => (walk === 2 && i < 2 ? { ...one, id: (ON_LATE[1 - i] ?? one).id } : one))),
  ],
  'another media type on the second walk': [
    'http.media-type',
    (walk) => ({ ...late(ON_LATE), headers: [['content-type', walk === 2 ? 'text/plain' : 'application/json']] }),
  ],
  'a head on the second walk that says nothing': [
    'http.retry-after',
    (walk) => ({ ...late(ON_LATE), headers: HEADS[walk] }),
  ],
  'a name that stands twice on the second walk': [
    'http.unique-names',
    (walk) => answerOf(walk === 2 ? WHOLE.replace('"text":"x', '"text":"y","text":"x') : WHOLE),
  ],
  'another total': ['page.total', () => late(ON_LATE, { total: 7 })],
  'a next page that was asked for before': ['page.next', () => late(ON_LATE, { next: '3' })],
  'no list': ['page.next', () => answerOf({ total: PAGES * SIZE, next: String(LATE + 1), data: 'none' })],
  'no JSON': ['http.json', () => answerOf(`${WHOLE}}`)],
  'a failure': ['page.next', () => answerOf({ error: 'down' }, 500)],
};

/** The walk as it is kept, and as it came. */
async function walked(wrong: Late): Promise<readonly [kept: readonly Exchange[], whole: readonly Exchange[]]> {
  const came = new Map<string, WireResponse>();
  const wire = new Wire((request, index) => {
    const page = Number(new URL(request.url).searchParams.get('after') ?? 1);
    const answer = page === LATE ? wrong(index > PAGES ? 2 : 1) : answerOf(pageOf(page, recordsOn(page)));
    came.set(`${index}`, answer);
    return answer;
  });
  const kept = await runGroup(GROUP, runContext(wire, { seenIn: (of) => showsAllFailures(of, JUDGING) }));
  const whole = kept.map((exchange, index): Exchange => {
    const { response, ...rest } = exchange;
    if (response === undefined) return exchange;
    const { reduced: _reduced, ...head } = response;
    return { ...rest, response: { ...head, body: came.get(`${index + 1}`)?.body.toString('utf8') ?? '' } };
  });
  return [kept, whole];
}

const failing = (results: readonly CheckResult[]): readonly string[] =>
  results.filter(({ verdict }) => verdict === 'fail').map(({ check: id }) => id);

describe('a long walk', () => {
  test('with nothing wrong in it breaks no law, and little of it is kept', async () => {
    const [kept, whole] = await walked(() => late(ON_LATE));
    expect(kept).toHaveLength(2 * PAGES);
    expect(kept[LATE]?.response?.reduced).toBe('judged');
    const results = judgeGroup(GROUP, kept, JUDGING);
    expect(failing(results)).toEqual(failing(judgeGroup(GROUP, whole, JUDGING)));
    expect(results).toEqual(judgeGroup(GROUP, whole, JUDGING));
  });

  test.each(everyNth(Object.entries(FAULTS), 3))(
    'with %s on a late page is judged as if all were kept',
    async (_what, [tells, wrong]) => {
      const [kept, whole] = await walked(wrong);
      const results = judgeGroup(GROUP, kept, JUDGING);
      expect(failing(results)).toContain(tells);
      expect(results).toEqual(judgeGroup(GROUP, whole, JUDGING));
      // What was said where a page was let go of is what is said of what was kept of it.
      expect(judgeGroup(GROUP, structuredClone(kept), JUDGING)).toEqual(results);
    },
  );
});
