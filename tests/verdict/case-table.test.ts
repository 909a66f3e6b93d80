/** Given times evidence gives a verdict, a cause, and who is to blame: every row of the table, and every step of its order. */
import { describe, expect, test } from 'vitest';
import type { Check, Given, Group, Step } from '../../src/plan/model.ts';
import type { Exchange } from '../../src/record/exchange.ts';
import { NOT_SENT, type NotSent } from '../../src/record/failure.ts';
import { judgeCheck, TABLE } from '../../src/verdict/case-table.ts';
import { exchange, type Sketch } from '../rules/support.ts';

const step = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  request: { base: 'service', method: 'GET', path: '/books/1', parameters: {}, headers: {}, auth: { kind: 'good' } },
  success: { statuses: [200], provenBy: `proof-of-${name}` },
  ...more,
});

interface Sent extends Sketch {
  readonly why?: NotSent;
  readonly message?: string;
  readonly lacks?: string;
}

function sent({ why, message, lacks, ...sketch }: Sent): Exchange {
  if (why === undefined) return exchange(sketch);
  const failure = {
    kind: 'not-sent',
    message: message ?? NOT_SENT[why] ?? why,
    why,
    ...(lacks === undefined ? {} : { lacks }),
  } as const;
  return { ...exchange({ ...sketch, failure: 'not-sent' }), failure };
}

interface Told {
  readonly verdict: 'pass' | 'fail' | 'inapplicable' | 'inconclusive';
  readonly cause?: string;
  readonly blockedBy?: string;
  readonly notSent?: NotSent;
  /** Which steps a reader is shown. */
  readonly shown: readonly string[];
}

interface Case {
  readonly rule?: string;
  readonly given?: readonly Given[];
  readonly steps?: readonly Step[];
  readonly setup?: readonly Step[];
  /** By step; those of the setup under `setup.<name>`. */
  readonly sent: Readonly<Record<string, Sent | readonly Sent[]>>;
}

function decide({ rule = 'outcome.never', given = [], steps, setup, sent: all }: Case): Told {
  const group = { setup: setup ?? [step('control'), step('shelf')] } as unknown as Group;
  const planned = { steps: steps ?? [step('first'), step('probe')], checks: [] } as never;
  const check = { id: 'c', rule, params: { step: 'probe', statuses: [201, 500, 503] }, given } as unknown as Check;
  const evidence = Object.fromEntries(
    Object.entries(all).map(([name, list]) => [
      name,
      (Array.isArray(list) ? (list as readonly Sent[]) : [list as Sent]).map((one) => sent({ ...one, step: name })),
    ]),
  );
  const { judgement, evidence: shown } = judgeCheck({ group, planned, check, evidence });
  const base = { shown: shown.map((e) => e.step) };
  switch (judgement.kind) {
    case 'judged':
      return { ...base, verdict: judgement.findings.length > 0 ? 'fail' : 'pass' };
    case 'inapplicable':
      return {
        ...base,
        verdict: 'inapplicable',
        cause: judgement.reason,
        ...(judgement.notSent === undefined ? {} : { notSent: judgement.notSent }),
      };
    case 'inconclusive':
      return {
        ...base,
        verdict: 'inconclusive',
        cause: judgement.cause,
        ...(judgement.blockedBy === undefined ? {} : { blockedBy: judgement.blockedBy }),
      };
  }
}

const CONTROL: Given = { step: 'setup.control', is: 'success' };
const SHELF: Given = { step: 'setup.shelf', is: 'success' };
const ANSWERED: Given = { step: 'first', is: 'answered' };
const AWAY = { status: 503, headers: { 'retry-after': '60' } };
const THROTTLED = { status: 429 };
const STOPPED = { why: 'stopped-answering' } as const;

const CASES: Readonly<Record<string, readonly [Case, Told]>> = {
  'the rule finds nothing': [{ sent: { probe: {} } }, { verdict: 'pass', shown: ['probe'] }],
  'the rule finds something': [{ sent: { probe: { status: 201 } } }, { verdict: 'fail', shown: ['probe'] }],
  'the setup is shown only where it matters': [
    { given: [CONTROL], sent: { 'setup.control': {}, probe: {} } },
    { verdict: 'pass', shown: ['probe'] },
  ],

  'a control that failed is to blame': [
    { given: [CONTROL], sent: { 'setup.control': { status: 500 }, probe: { status: 500 } } },
    {
      verdict: 'inconclusive',
      cause: 'the positive control was answered 500 {}',
      blockedBy: 'proof-of-control',
      shown: ['probe', 'setup.control'],
    },
  ],
  'a control without an answer is nobody’s fault': [
    { given: [CONTROL], sent: { 'setup.control': { failure: 'timeout' }, probe: {} } },
    {
      verdict: 'inconclusive',
      cause: 'the positive control has no answer: no answer: timeout',
      shown: ['probe', 'setup.control'],
    },
  ],
  'a control that was never sent is nobody’s fault either': [
    { given: [CONTROL], sent: { probe: {} } },
    { verdict: 'inconclusive', cause: 'the positive control was not sent', shown: ['probe'] },
  ],
  'one answer of several that is none is enough': [
    { given: [CONTROL], sent: { 'setup.control': [{}, { status: 404 }], probe: {} } },
    {
      verdict: 'inconclusive',
      cause: 'the positive control was answered 404 {}',
      blockedBy: 'proof-of-control',
      shown: ['probe', 'setup.control', 'setup.control'],
    },
  ],
  'the first condition that does not hold is told': [
    {
      given: [SHELF, CONTROL],
      sent: { 'setup.control': { status: 500 }, 'setup.shelf': { status: 400 }, probe: {} },
    },
    {
      verdict: 'inconclusive',
      cause: 'the record of shelf that it needs was answered 400 {}',
      blockedBy: 'proof-of-shelf',
      shown: ['probe', 'setup.control', 'setup.shelf'],
    },
  ],
  'a condition may ask for any answer': [
    { given: [ANSWERED], sent: { first: { status: 500 }, probe: {} } },
    { verdict: 'pass', shown: ['first', 'probe'] },
  ],
  'a success flag counts': [
    {
      given: [CONTROL],
      setup: [step('control', { success: { statuses: [200], flag: '/success', provenBy: 'p' } })],
      sent: { 'setup.control': { body: { success: false } }, probe: {} },
    },
    {
      verdict: 'inconclusive',
      cause: 'the positive control was answered 200 {"success":false}',
      blockedBy: 'p',
      shown: ['probe', 'setup.control'],
    },
  ],
  'content that is no JSON has no success flag': [
    {
      given: [CONTROL],
      setup: [step('control', { success: { statuses: [200], flag: '/success', provenBy: 'p' } })],
      sent: { 'setup.control': { text: 'fine' }, probe: {} },
    },
    {
      verdict: 'inconclusive',
      cause: 'the positive control was answered 200 fine',
      blockedBy: 'p',
      shown: ['probe', 'setup.control'],
    },
  ],
  'who waited for another’s answer hands the blame on, through the setup too': [
    {
      given: [CONTROL],
      sent: {
        'setup.shelf': { status: 500 },
        'setup.control': { why: 'lacking', message: 'step "shelf" brought none', lacks: 'shelf' },
        probe: {},
      },
    },
    {
      verdict: 'inconclusive',
      cause: 'the positive control has no answer: step "shelf" brought none',
      blockedBy: 'proof-of-shelf',
      shown: ['probe', 'setup.shelf', 'setup.control'],
    },
  ],
  'who was to be sent only after another hands it on as well': [
    {
      given: [{ step: 'probe', is: 'answered' }],
      steps: [step('first'), step('probe', { onlyIf: 'first' })],
      sent: { first: { status: 500 } },
    },
    {
      verdict: 'inconclusive',
      cause: 'its step "probe" was not sent',
      blockedBy: 'proof-of-first',
      shown: ['first'],
    },
  ],
  'a plan that waits in a circle ends': [
    {
      given: [CONTROL],
      setup: [step('control'), step('shelf')],
      sent: {
        'setup.shelf': { why: 'lacking', lacks: 'control' },
        'setup.control': { why: 'lacking', lacks: 'shelf' },
        probe: {},
      },
    },
    {
      verdict: 'inconclusive',
      cause: 'the positive control has no answer: lacking',
      shown: ['probe', 'setup.shelf', 'setup.control'],
    },
  ],
  'a rule that lacks an answer blames the step that should have brought what it needs': [
    { sent: { first: { status: 500 }, probe: { why: 'lacking', message: 'none', lacks: 'first' } } },
    {
      verdict: 'inconclusive',
      cause: 'step "probe" has no answer: none',
      blockedBy: 'proof-of-first',
      shown: ['first', 'probe'],
    },
  ],
  'a rule that lacks an answer blames nobody where nothing says who': [
    { sent: { probe: { failure: 'reset' } } },
    { verdict: 'inconclusive', cause: 'step "probe" has no answer: no answer: reset', shown: ['probe'] },
  ],

  'a service that says that it is away is not judged': [
    { sent: { probe: AWAY } },
    {
      verdict: 'inconclusive',
      cause: 'the service says that it is unavailable (503 with Retry-After)',
      shown: ['probe'],
    },
  ],
  'a 503 alone is an answer like others': [{ sent: { probe: { status: 503 } } }, { verdict: 'fail', shown: ['probe'] }],
  'an absence in the setup that nothing rests on hinders nobody': [
    { sent: { 'setup.shelf': AWAY, probe: {} } },
    { verdict: 'pass', shown: ['probe'] },
  ],
  'a service that throttles is not judged': [
    { sent: { first: THROTTLED, probe: {} } },
    {
      verdict: 'inconclusive',
      cause: 'the service throttles its callers (429)',
      shown: ['first', 'probe'],
    },
  ],
  'but by the rule that is about it': [
    { rule: 'burst.not-throttled', sent: { probe: [{}, THROTTLED] } },
    { verdict: 'fail', shown: ['probe', 'probe'] },
  ],

  'once the service is silent, there is one cause for all': [
    { given: [CONTROL], sent: { 'setup.control': { failure: 'timeout' }, probe: STOPPED } },
    {
      verdict: 'inconclusive',
      cause: 'the service stopped answering',
      shown: ['probe', 'setup.control'],
    },
  ],
  'a missing party asks nothing, whatever else went wrong': [
    { given: [CONTROL], sent: { 'setup.control': { status: 500 }, probe: { why: 'no-party' } } },
    {
      verdict: 'inapplicable',
      cause: 'the target names no such other party',
      notSent: 'no-party',
      shown: ['probe'],
    },
  ],
  'what is forbidden or spoiled is not judged': [
    { sent: { probe: { why: 'not-allowed', message: 'the target is production' } } },
    { verdict: 'inconclusive', cause: 'step "probe" has no answer: the target is production', shown: ['probe'] },
  ],
  'a rule that there is not is said so': [
    { rule: 'no.such', sent: { probe: {} } },
    { verdict: 'inconclusive', cause: 'no rule no.such', shown: ['probe'] },
  ],
};

test.each(Object.entries(CASES))('%s', (_name, [planned, told]) => {
  expect(decide(planned)).toEqual(told);
});

describe('of the reasons for not sending', () => {
  const moot = [
    'no-party',
    'not-carried',
    'not-ours',
    'no-scheme',
    'no-letters',
    'no-jwt',
    'no-audience',
    'no-issuer',
    'no-profile',
  ];
  test.each(Object.keys(NOT_SENT) as NotSent[])('%s', (why) => {
    const { verdict, notSent } = decide({ sent: { probe: { why } } });
    expect([verdict, notSent]).toEqual(moot.includes(why) ? ['inapplicable', why] : ['inconclusive', undefined]);
  });
});

test('each row stands before the next for a reason: what decides first is what the reader can do something about', () => {
  // Every evidence of the list holds what the rows after its own would say too.
  const everything: Case['sent'] = {
    'setup.control': { status: 500 },
    first: [STOPPED, AWAY, THROTTLED],
    second: { why: 'no-jwt' },
    probe: { status: 500 },
  };
  const { first: _first, ...notStopped } = everything;
  const rows = [
    everything,
    { ...notStopped, first: [AWAY, THROTTLED] },
    { 'setup.control': { status: 500 }, first: [AWAY, THROTTLED], probe: { status: 500 } },
    { 'setup.control': {}, first: [AWAY, THROTTLED], probe: { status: 500 } },
    { 'setup.control': {}, first: [THROTTLED], probe: { status: 500 } },
    { 'setup.control': {}, first: {}, probe: { status: 500 } },
  ];
  expect(rows).toHaveLength(TABLE.length);
  expect(rows.map((one) => decide({ given: [CONTROL], sent: one })).map((told) => told.cause ?? told.verdict)).toEqual([
    'the service stopped answering',
    NOT_SENT['no-jwt'],
    'the positive control was answered 500 {}',
    'the service says that it is unavailable (503 with Retry-After)',
    'the service throttles its callers (429)',
    'fail',
  ]);
});
