/** A moment that is shown in another spelling than it was sent in is the moment that was sent, whichever rule looks at it. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import type { RuleId } from '../../src/rules/ids.ts';
import type { Judgement } from '../../src/rules/model.ts';
import { caseRule, PASS } from './judging.ts';
import { evidence, type Sketch, SUCCESS } from './support.ts';

const SENT = '2026-01-01T01:00:00+01:00';
const SHOWN = '2026-01-01T00:00:00.000Z';
const OTHER = '2026-01-01T01:00:00.000Z';

type Steps = Readonly<Record<string, Sketch | readonly Sketch[]>>;

const POINTERS = { sent: '', shown: '', skip: [], success: SUCCESS };
const write = (at: string, more: Sketch = {}): Sketch => ({
  method: 'PATCH',
  sent: { at },
  body: {},
  ...more,
});
const made: Sketch = {
  method: 'POST',
  status: 201,
  sent: { at: SENT },
  body: { id: 7 },
};
const of = (at: string): Readonly<Record<string, Json>> => ({ id: 7, at });
const LISTED = {
  uidSent: '/id',
  shown: '',
  records: '',
  record: '',
  uid: '/id',
};

/** Steps that show a moment in this spelling. */
const TABLE: readonly (readonly [id: RuleId, params: object, steps: (at: string) => Steps])[] = [
  [
    'store.equals',
    { written: 'write', read: 'read', ...POINTERS },
    (at) => ({ write: write(SENT), read: { body: of(at) } }),
  ],
  [
    'lifecycle.update-only-named',
    { before: 'before', update: 'update', after: 'after', ...POINTERS },
    (at) => ({
      before: { body: of(SHOWN) },
      update: write(SENT),
      after: { body: of(at) },
    }),
  ],
  [
    'lifecycle.update-alone',
    {
      before: 'before',
      update: 'update',
      after: 'after',
      own: [],
      ...POINTERS,
    },
    (at) => ({
      before: { body: of(SENT) },
      update: write('', { sent: { title: 'b' } }),
      after: { body: of(at) },
    }),
  ],
  [
    'lifecycle.update-atomic',
    {
      before: 'before',
      update: 'update',
      after: 'after',
      member: '/at',
      success: SUCCESS,
    },
    (at) => ({
      before: { body: of(SENT) },
      update: write(OTHER, { status: 409 }),
      after: { body: of(at) },
    }),
  ],
  [
    'lifecycle.others-kept',
    { before: 'before', after: 'after', shown: '' },
    (at) => ({ before: { body: of(SENT) }, after: { body: of(at) } }),
  ],
  [
    'lifecycle.listed-as-read',
    { create: 'create', read: 'read', list: 'list', ...LISTED },
    (at) => ({
      create: made,
      read: { body: of(SENT) },
      list: { body: [of(at)] },
    }),
  ],
  [
    'lifecycle.stored-once',
    {
      created: 'create',
      list: 'list',
      sent: '',
      records: '',
      record: '',
      skip: [],
    },
    (at) => ({ create: made, list: { body: [of(at)] } }),
  ],
];

const judge = (id: RuleId, params: object, steps: Steps): Judgement => caseRule(id, params, evidence(steps));

describe.each(TABLE)('%s', (id, params, steps) => {
  test('takes the same moment in another spelling for the same', () => {
    expect(judge(id, params, steps(SHOWN))).toEqual(PASS);
  });

  test('takes another moment for another', () => {
    const judgement = judge(id, params, steps(OTHER));
    expect(judgement.kind === 'judged' ? judgement.findings : []).toHaveLength(1);
  });
});
