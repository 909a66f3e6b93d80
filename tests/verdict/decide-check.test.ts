/** Given times evidence gives a verdict, a cause, and who is to blame: every row of the table, and every step of its order. */
import { describe, expect, test } from 'vitest';
import type { Precondition } from '../../src/plan/model.ts';
import { NOT_SENT_REASONS, type NotSentReason } from '../../src/model/failure.ts';
import { DECISION_TABLE } from '../../src/verdict/decide-check.ts';
import { page, PAGE_PARAMS } from '../rules/examples/page.ts';
import { type Case, decide, step, type Told } from './deciding.ts';

const CONTROL: Precondition = { step: 'setup.control', is: 'success' };
const SHELF: Precondition = { step: 'setup.shelf', is: 'success' };
const ANSWERED: Precondition = { step: 'first', is: 'answered' };
const REFUSAL = { kind: 'value', statuses: [422], success: { statuses: [200] } };
const WALK = { ...PAGE_PARAMS, filledUid: '/books_uid', size: 1, cap: 1 };
/** Of three records that were made, two are shown, and counted. */
const LOSING = {
  fill: { body: [{ books_uid: 11 }, { books_uid: 12 }, { books_uid: 13 }] },
  walk: [page([11], [1, 2]), page([13], [2, 2])],
};
/** What stands at the address that it is made at. */
const SINGLE = step('shelf', { success: { statuses: [200], flag: '/success', provenBy: 'proof-of-shelf' } });
const REFUSED_BY_FLAG = { body: { success: false } };
const FOUND = { rule: 'outcome.status', params: { statuses: [200] } };
const AWAY = { status: 503, headers: { 'retry-after': '60' } };
const THROTTLED = { status: 429 };
const LATER = { method: 'DELETE', status: 202, text: '' };
const COMPLETE = { rule: 'page.walk-complete', params: WALK };
const STOPPED = { why: 'stopped-answering' } as const;

const CASES: Readonly<Record<string, readonly [Case, Told]>> = {
  'the rule finds nothing': [{ sent: { probe: {} } }, { verdict: 'pass', shown: ['probe'] }],
  'the rule finds something': [{ sent: { probe: { status: 201 } } }, { verdict: 'fail', shown: ['probe'] }],
  'content of a rejection is judged where another check of the case asks for that rejection': [
    {
      rule: 'body.equals',
      params: { step: 'after', pointer: '/error', value: 'gone' },
      steps: [step('after')],
      others: [{ rule: 'outcome.refused', params: { step: 'after', kind: 'not-found', statuses: [404] } }],
      sent: { after: { status: 404, body: { error: 'missing' } } },
    },
    { verdict: 'fail', shown: ['after'] },
  ],
  'and is not judged where the step is rejected in another way': [
    {
      rule: 'body.equals',
      params: { step: 'after', pointer: '/error', value: 'gone' },
      steps: [step('after')],
      others: [{ rule: 'outcome.refused', params: { step: 'after', kind: 'not-found', statuses: [404] } }],
      sent: { after: { status: 400, body: {} } },
    },
    {
      verdict: 'inconclusive',
      cause: 'step "after" returned 400 {}',
      blockedBy: 'proof-of-after',
      shown: ['after'],
    },
  ],
  'the setup is shown only where it matters': [
    { given: [CONTROL], sent: { 'setup.control': {}, probe: {} } },
    { verdict: 'pass', shown: ['probe'] },
  ],

  'a control that failed is to blame': [
    { given: [CONTROL], sent: { 'setup.control': { status: 500 }, probe: { status: 500 } } },
    {
      verdict: 'inconclusive',
      cause: 'the valid request returned 500 {}',
      blockedBy: 'proof-of-control',
      shown: ['probe', 'setup.control'],
    },
  ],
  'a control without an answer is nobody’s fault': [
    { given: [CONTROL], sent: { 'setup.control': { failure: 'timeout' }, probe: {} } },
    {
      verdict: 'inconclusive',
      cause: 'the valid request has no response: no answer: timeout',
      shown: ['probe', 'setup.control'],
    },
  ],
  'a control that was never sent is nobody’s fault either': [
    { given: [CONTROL], sent: { probe: {} } },
    { verdict: 'inconclusive', cause: 'the valid request was not sent', shown: ['probe'] },
  ],
  'one answer of several that is none is enough': [
    { given: [CONTROL], sent: { 'setup.control': [{}, { status: 404 }], probe: {} } },
    {
      verdict: 'inconclusive',
      cause: 'the valid request returned 404 {}',
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
      cause: 'the required record of shelf returned 400 {}',
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
      cause: 'the valid request returned 200 {"success":false}',
      blockedBy: 'p',
      shown: ['probe', 'setup.control'],
    },
  ],
  'content other than JSON has no success flag': [
    {
      given: [CONTROL],
      setup: [step('control', { success: { statuses: [200], flag: '/success', provenBy: 'p' } })],
      sent: { 'setup.control': { text: 'fine' }, probe: {} },
    },
    {
      verdict: 'inconclusive',
      cause: 'the valid request returned 200 fine',
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
      cause: 'the valid request was not sent: step "shelf" brought none',
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
      cause: 'step "probe" was not sent',
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
      cause: 'the valid request was not sent: lacking',
      shown: ['probe', 'setup.shelf', 'setup.control'],
    },
  ],
  'a rule that lacks an answer blames the step that should have brought what it needs': [
    { sent: { first: { status: 500 }, probe: { why: 'lacking', message: 'none', lacks: 'first' } } },
    {
      verdict: 'inconclusive',
      cause: 'step "probe" has no response: none',
      blockedBy: 'proof-of-first',
      shown: ['first', 'probe'],
    },
  ],
  'a rule that lacks an answer blames nobody where nothing says who': [
    { sent: { probe: { failure: 'reset' } } },
    { verdict: 'inconclusive', cause: 'step "probe" has no response: no answer: reset', shown: ['probe'] },
  ],

  'a service that says that it is away is not judged': [
    { sent: { probe: AWAY } },
    {
      verdict: 'inconclusive',
      cause: 'the service reports that it is unavailable (503 with Retry-After)',
      shown: ['probe'],
    },
  ],
  'and says it with a status that its contract has for that': [
    { away: [500], sent: { probe: { ...AWAY, status: 500 } } },
    {
      verdict: 'inconclusive',
      cause: 'the service reports that it is unavailable (500 with Retry-After)',
      shown: ['probe'],
    },
  ],
  'and with no other': [{ sent: { probe: { ...AWAY, status: 500 } } }, { verdict: 'fail', shown: ['probe'] }],
  'a 503 alone is an answer like others': [{ sent: { probe: { status: 503 } } }, { verdict: 'fail', shown: ['probe'] }],
  'an absence in the setup that nothing rests on hinders nobody': [
    { sent: { 'setup.shelf': AWAY, probe: {} } },
    { verdict: 'pass', shown: ['probe'] },
  ],
  'a service that throttles is not judged': [
    { sent: { first: THROTTLED, probe: {} } },
    {
      verdict: 'inconclusive',
      cause: 'the service limits the request rate (429)',
      shown: ['first', 'probe'],
    },
  ],
  'but by the rule that is about it': [
    { rule: 'burst.not-throttled', sent: { probe: [{}, THROTTLED] } },
    { verdict: 'fail', shown: ['probe', 'probe'] },
  ],

  'what was to be read back and was not shown is not compared': [
    {
      rule: 'body.equals',
      params: { step: 'first', pointer: '/name', value: 'Ada' },
      sent: { first: { status: 404 }, probe: {} },
    },
    {
      verdict: 'inconclusive',
      cause: 'step "first" returned 404 {}',
      blockedBy: 'proof-of-first',
      shown: ['first', 'probe'],
    },
  ],
  'what is shown and differs is compared': [
    {
      rule: 'body.equals',
      params: { step: 'first', pointer: '/name', value: 'Ada' },
      sent: { first: { body: { name: 'Eve' } }, probe: {} },
    },
    { verdict: 'fail', shown: ['first', 'probe'] },
  ],
  'a member of the answer that a case is about is compared whatever its status': [
    {
      rule: 'body.equals',
      params: { pointer: '/name', value: 'Ada' },
      sent: { probe: { status: 404 } },
    },
    { verdict: 'fail', shown: ['probe'] },
  ],
  'how a gateway answers says nothing of the form of a refusal': [
    { rule: 'outcome.form', params: REFUSAL, sent: { probe: { status: 503 } } },
    {
      verdict: 'inconclusive',
      cause: 'step "probe" returned 503 {}',
      blockedBy: 'proof-of-probe',
      shown: ['probe'],
    },
  ],
  'unless the good request was served': [
    { rule: 'outcome.form', params: REFUSAL, given: [CONTROL], sent: { 'setup.control': {}, probe: { status: 503 } } },
    { verdict: 'fail', shown: ['probe'] },
  ],
  'or the contract refuses with that status': [
    { rule: 'outcome.form', params: { ...REFUSAL, statuses: [503] }, sent: { probe: { status: 503 } } },
    { verdict: 'pass', shown: ['probe'] },
  ],
  'what is asked for where it was refused to be made is not judged': [
    { setup: [step('control'), SINGLE], sent: { 'setup.shelf': REFUSED_BY_FLAG, probe: { status: 404 } }, ...FOUND },
    {
      verdict: 'inconclusive',
      cause: 'the required record of shelf returned 200 {"success":false}',
      blockedBy: 'proof-of-shelf',
      shown: ['probe', 'setup.shelf'],
    },
  ],
  'what is served though it was refused to be made is judged': [
    { setup: [step('control'), SINGLE], sent: { 'setup.shelf': REFUSED_BY_FLAG, probe: { status: 201 } } },
    { verdict: 'fail', shown: ['probe'] },
  ],
  'what was made elsewhere is not missed here': [
    {
      setup: [step('control'), { ...SINGLE, request: { ...SINGLE.request, path: '/shelves' } }],
      sent: { 'setup.shelf': REFUSED_BY_FLAG, probe: { status: 404 } },
      ...FOUND,
    },
    { verdict: 'fail', shown: ['probe'] },
  ],
  'what is made without a name is not looked for': [
    {
      rule: 'page.walk-complete',
      params: WALK,
      sent: { fill: { body: [{ books_uid: 11 }, {}] }, walk: [page([11], [1, 1])] },
    },
    {
      verdict: 'inconclusive',
      cause: 'step "fill" returned no value at /books_uid',
      blockedBy: 'proof-of-fill',
      shown: ['fill', 'walk'],
    },
  ],
  'a law that fails where what it presumes fails is not judged': [
    { rule: 'page.total', params: WALK, others: [{ rule: 'page.walk-complete', params: WALK }], sent: LOSING },
    {
      verdict: 'inconclusive',
      cause: 'depends on a check that fails, "the other law": pages is 1 missing, such as 12',
      blockedBy: 'page.walk-complete',
      shown: ['fill', 'walk', 'walk'],
    },
  ],
  'a law that holds has been seen to hold': [
    { rule: 'page.cap', params: WALK, others: [{ rule: 'page.walk-complete', params: WALK }], sent: LOSING },
    { verdict: 'pass', shown: ['fill', 'walk', 'walk'] },
  ],
  'what is presumed itself fails': [
    { rule: 'page.walk-complete', params: WALK, others: [{ rule: 'page.total', params: WALK }], sent: LOSING },
    { verdict: 'fail', shown: ['fill', 'walk', 'walk'] },
  ],
  'only what takes away the ground counts: a previous page is no matter of the records': [
    {
      rule: 'page.walk-complete',
      params: WALK,
      others: [{ rule: 'page.headers', params: WALK }],
      sent: { ...LOSING, walk: [page([11], [1, 2]), page([13], [2, 2], { 'page-previous': null })] },
    },
    { verdict: 'fail', shown: ['fill', 'walk', 'walk'] },
  ],

  'once the service is silent, there is one cause for all': [
    { given: [CONTROL], sent: { 'setup.control': { failure: 'timeout' }, probe: STOPPED } },
    {
      verdict: 'inconclusive',
      cause: 'the service stopped responding',
      shown: ['probe', 'setup.control'],
    },
  ],
  'a missing party asks nothing, whatever else went wrong': [
    {
      given: [CONTROL],
      sent: {
        'setup.control': { status: 500 },
        probe: { why: 'no-party', message: 'the target has no `credentials.other`' },
      },
    },
    {
      verdict: 'inapplicable',
      cause: 'the target has no `credentials.other`',
      notSent: 'no-party',
      shown: ['probe'],
    },
  ],
  'what is forbidden or spoiled is not judged': [
    { sent: { probe: { why: 'not-allowed', message: 'the target is production' } } },
    { verdict: 'inconclusive', cause: 'step "probe" has no response: the target is production', shown: ['probe'] },
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
    'no-sign-in',
    'no-party',
    'not-carried',
    'not-ours',
    'no-scheme',
    'no-letters',
    'short-key',
    'no-jwt',
    'no-audience',
    'no-issuer',
    'no-profile',
    'one-token',
  ];
  test.each(Object.keys(NOT_SENT_REASONS) as NotSentReason[])('%s', (why) => {
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
    probe: { status: 503 },
    ...LOSING,
    read: { status: 404 },
  };
  const { first: _first, ...notStopped } = everything;
  const { second: _second, ...sendable } = notStopped;
  const { read: _read, ...unread } = sendable;
  const served = { ...sendable, 'setup.control': {} };
  const readable = { ...unread, 'setup.control': {} };
  const walk = { rule: 'page.total', params: WALK };
  const rows: readonly Case[] = [
    { sent: everything },
    { sent: { ...notStopped, first: [AWAY, THROTTLED] } },
    { sent: { ...sendable, first: [AWAY, THROTTLED] } },
    { sent: { ...served, first: [AWAY, THROTTLED] } },
    { sent: { ...served, first: [THROTTLED] } },
    { rule: 'store.equals', params: { written: 'fill', read: 'read', sent: '', shown: '', skip: [] }, sent: served },
    { rule: 'outcome.form', params: REFUSAL, given: [], sent: readable },
    {
      setup: [step('control'), SINGLE],
      rule: 'outcome.accepted',
      params: { success: { statuses: [200] } },
      sent: { ...readable, 'setup.shelf': REFUSED_BY_FLAG, probe: { status: 404 } },
    },
    { ...walk, others: [COMPLETE], sent: { ...readable, first: LATER } },
    { ...walk, others: [COMPLETE], sent: readable },
    { ...walk, sent: readable },
  ];
  expect(rows).toHaveLength(DECISION_TABLE.length);
  expect(rows.map((one) => decide({ given: [CONTROL], ...one })).map((told) => told.cause ?? told.verdict)).toEqual([
    'the service stopped responding',
    NOT_SENT_REASONS['no-jwt'],
    'the valid request returned 500 {}',
    'the service reports that it is unavailable (503 with Retry-After)',
    'the service limits the request rate (429)',
    'step "read" returned 404 {}',
    'step "probe" returned 503 {}',
    'the required record of shelf returned 200 {"success":false}',
    'the DELETE before it returned 202 and may not be carried out yet',
    'depends on a check that fails, "the other law": pages is 1 missing, such as 12',
    'fail',
  ]);
});
