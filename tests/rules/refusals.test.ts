/** Where refusal and acceptance bend: what counts as let in, forms of errors, and schemas of either. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import type { Judgement } from '../../src/rules/model.ts';
import {
  evidence,
  FAULTY_ITEM,
  FLAGGED,
  GATEWAY,
  operation,
  probe,
  problem,
  PROBLEM_SCHEMA,
  refusedItem,
  type Sketch,
  SUCCESS,
} from './support.ts';

import { caseRule, PASS, passive, where } from './judging.ts';

describe('refusals', () => {
  const base = { step: 'probe', kind: 'value', statuses: [200], success: FLAGGED };
  const answer = (body: Sketch['body']): Sketch => (body === undefined ? { method: 'POST' } : { method: 'POST', body });

  test('a status that is both success and refusal is told apart by the flag', () => {
    expect(where(caseRule('outcome.refused', base, probe(answer([{ success: true }]))))).toEqual(['status']);
    expect(caseRule('outcome.refused', base, probe(answer([{ success: false }])))).toEqual(PASS);
    expect(caseRule('outcome.form', base, probe(answer([{ success: false }])))).toEqual(PASS);
  });

  test.each([302, 400, 401, 403, 404, 422, 500, 501])(
    '%i lets nothing in, whatever the contract would have it',
    (status) => {
      const params = { step: 'probe', kind: 'unauthenticated', statuses: [401], success: SUCCESS };
      expect(caseRule('access.tampered', params, probe({ status }))).toEqual(PASS);
      expect(where(caseRule('outcome.form', params, probe({ status })))).toEqual(status === 401 ? [] : ['status']);
    },
  );

  test.each([200, 202, 204, 206])('%i lets the request in, whatever the contract calls a success', (status) => {
    const params = { step: 'probe', kind: 'unauthenticated', statuses: [401], success: SUCCESS };
    expect(where(caseRule('access.tampered', params, probe({ status, body: problem('refused', 'no') })))).toEqual([
      'status',
    ]);
    expect(caseRule('outcome.form', params, probe({ status })).kind).toBe('inapplicable');
  });

  test.each([200, 201, 202, 203, 204])('%i accepts, and which of them it is is a matter of form', (status) => {
    const params = { step: 'probe', success: { statuses: [200, 204] } };
    expect(caseRule('outcome.accepted', params, probe({ status }))).toEqual(PASS);
    expect(caseRule('input.longest', params, probe({ status }))).toEqual(PASS);
    expect(where(caseRule('outcome.success-form', params, probe({ status })))).toEqual(
      [200, 204].includes(status) ? [] : ['status'],
    );
  });

  test('what was not accepted has no form of a success', () => {
    const params = { step: 'probe', success: FLAGGED };
    expect(caseRule('outcome.success-form', params, probe({ status: 500 })).kind).toBe('inapplicable');
    const denied = probe(answer([{ success: false }]));
    expect(caseRule('outcome.success-form', params, denied).kind).toBe('inapplicable');
    expect(where(caseRule('outcome.accepted', params, denied))).toEqual(['status']);
  });

  test.each([502, 503, 504])('%i of a gateway shows nothing of the service', (status) => {
    const params = { step: 'probe', kind: 'unauthenticated', statuses: [401], success: SUCCESS };
    expect(caseRule('access.tampered', params, probe({ status })).kind).toBe('inconclusive');
  });

  test('an empty list of items is no success', () => {
    expect(where(caseRule('outcome.accepted', { step: 'probe', success: FLAGGED }, probe(answer([]))))).toEqual([
      'status',
    ]);
  });

  test('a flag that is not exactly true is no success', () => {
    for (const flag of ['true', 1, null])
      expect(
        where(caseRule('outcome.accepted', { step: 'probe', success: FLAGGED }, probe(answer({ success: flag })))),
        String(flag),
      ).toEqual(['status']);
  });

  test('a refusal without entries, or in another form than JSON, is told', () => {
    const params = {
      step: 'probe',
      kind: 'value',
      statuses: [422],
      success: SUCCESS,
      family: GATEWAY,
      field: { name: 'title' },
    };
    expect(where(caseRule('outcome.form', params, probe({ status: 422, body: { errors: [] } })))).toEqual([
      'body#/errors',
    ]);
    expect(where(caseRule('outcome.form', params, probe({ status: 422, body: { errors: 'title' } })))).toEqual([
      'body#/errors',
    ]);
    expect(where(caseRule('outcome.form', params, probe({ status: 422, text: 'title' })))).toEqual(['body']);
  });

  test.each([
    ['/tags/0', true],
    ['tags[0]', true],
    ['body.tags.0', true],
    ['/tags', false],
    ['/tags/1', false],
  ])('the first entry of a list is named by %s: %s', (pointer, named) => {
    const field = { name: '/tags/0' };
    const params = { step: 'probe', kind: 'value', statuses: [422], success: SUCCESS, family: GATEWAY, field };
    const said = (body: Json): readonly unknown[] => {
      const judgement = caseRule('outcome.form', params, probe({ status: 422, body }));
      return judgement.kind === 'judged' ? judgement.findings.map(({ expected }) => expected) : [];
    };
    const found = named ? [] : ['an entry for the first entry of tags (/tags/0)'];
    expect(said({ errors: [{ code: 'x', detail: 'no', source: { pointer } }] })).toEqual(found);
    expect(said({ errors: [{ code: 'x', detail: `${pointer} is wrong: see ${pointer}.` }] })).toEqual(found);
  });

  test.each([
    ['by the end of a pointer', { errors: [{ code: 'x', detail: 'no', source: { pointer: '/0/book/title' } }] }, true],
    [
      'by a member of the source that is no pointer',
      { errors: [{ code: 'x', detail: 'no', source: { header: 'title' } }] },
      true,
    ],
    ['by the place of an entry', { errors: [{ code: 'x', detail: 'no', source: { pointer: '/book/title/0' } }] }, true],
    ['by a place with brackets', { errors: [{ code: 'x', detail: 'no', source: { pointer: 'book.title[2]' } }] }, true],
    ['by a place in the text', { errors: [{ code: 'x', detail: 'title.0: no such code' }] }, true],
    [
      'not by the place of what is in it',
      { errors: [{ code: 'x', detail: 'no', source: { pointer: '/title/0/text' } }] },
      false,
    ],
    ['by a word of the text', { errors: [{ code: 'x', detail: 'The field "title", is wrong.' }] }, true],
    ['by its element number', { errors: [{ code: 'x', detail: '(E7) is wrong' }] }, true],
    ['not by a word that only contains it', { errors: [{ code: 'x', detail: 'subtitle E77 titles' }] }, false],
    [
      'not by a pointer that only ends alike',
      { errors: [{ code: 'x', detail: 'no', source: { pointer: '/subtitle' } }] },
      false,
    ],
  ] as const)('the field is named %s', (_how, body, named) => {
    const params = {
      step: 'probe',
      kind: 'value',
      statuses: [422],
      success: SUCCESS,
      family: GATEWAY,
      field: { name: 'title', element: 'E7' },
    };
    expect(where(caseRule('outcome.form', params, probe({ status: 422, body })))).toEqual(
      named ? [] : ['body#/errors'],
    );
  });

  test('the codes of a family must have its form', () => {
    const params = {
      step: 'probe',
      kind: 'value',
      statuses: [422],
      success: SUCCESS,
      family: { ...GATEWAY, codePattern: '^[a-z_]+$' },
      codes: ['bad'],
    };
    expect(where(caseRule('outcome.form', params, probe({ status: 422, body: problem('Bad Value!', 'no') })))).toEqual([
      'body#/errors/code',
    ]);
    expect(caseRule('outcome.form', params, probe({ status: 422, body: problem('bad_value', 'no') }))).toEqual(PASS);
  });

  test('a code of any length is held against that form in no time to speak of', () => {
    const family = { ...GATEWAY, codePattern: '^(?:[A-Z0-9]+-?)+$' };
    const params = { step: 'probe', kind: 'value', statuses: [422], success: SUCCESS, family, codes: ['A'] };
    const body = problem(`${'A'.repeat(100_000)}!`, 'no');
    expect(where(caseRule('outcome.form', params, probe({ status: 422, body })))).toEqual(['body#/errors/code']);
  });

  test('every answer of a burst must be accepted', () => {
    expect(
      where(
        caseRule(
          'outcome.accepted',
          { step: 'probe', success: SUCCESS },
          evidence({ probe: [{}, { status: 500 }, {}, { status: 404 }] }),
        ),
      ),
    ).toEqual(['status', 'status']);
  });

  test('refused or complete: a server error is neither', () => {
    const params = { step: 'probe', success: FLAGGED, pointers: ['/result'] };
    expect(where(caseRule('outcome.refused-or-complete', params, probe({ status: 500 })))).toEqual(['status']);
    expect(caseRule('outcome.refused-or-complete', params, probe({ status: 400 }))).toEqual(PASS);
    // A success that cannot be read is neither a rejection nor complete.
    expect(where(caseRule('outcome.refused-or-complete', params, probe({ status: 201, text: 'made' })))).toHaveLength(
      params.pointers.length,
    );
  });
});

describe('schemas', () => {
  test('a status that is both success and refusal accepts either body, and nothing else', () => {
    const of = operation({
      documented: {
        200: {
          anyOf: [
            { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'], additionalProperties: false },
            PROBLEM_SCHEMA,
          ],
        },
      },
    });
    expect(passive('http.body-schema', { body: { id: 1 } }, of)).toEqual(PASS);
    expect(passive('http.body-schema', { body: problem('a', 'b') }, of)).toEqual(PASS);
    expect(where(passive('http.body-schema', { body: { neither: 1 } }, of))).not.toEqual([]);
  });

  test('malformed JSON is told by the rule for it, and not a second time', () => {
    expect(passive('http.body-schema', { text: '{' }).kind).toBe('inapplicable');
    expect(where(passive('http.json', { text: '\uFEFF{}' }))).toEqual(['body']);
  });

  test('an undocumented status has no schema to be held against', () => {
    expect(passive('http.body-schema', { status: 418 }).kind).toBe('inapplicable');
    expect(passive('http.error-shape', { status: 418, body: { anything: 1 } })).toEqual(PASS);
  });
});

describe('a faulty item among good ones', () => {
  const good = { success: true };
  const judged = (alone: Json, batch: Json, own: object = FAULTY_ITEM): Judgement =>
    caseRule('input.batch-refused', own, {
      ...evidence({ alone: { method: 'POST', body: alone }, batch: { method: 'POST', body: batch } }),
    });

  test('is compared where it is refused both times, with codes', () => {
    const { family: _family, ...formless } = FAULTY_ITEM;
    const kinds = [
      judged([good], [good, refusedItem('E1'), good]),
      judged([refusedItem('E1')], [good, good, good]),
      judged([refusedItem('E1')], refusedItem('E0')),
      judged([refusedItem()], [good, refusedItem('E0'), good]),
      judged([refusedItem('E1')], [good, refusedItem('E0'), good], formless),
    ].map(({ kind }) => kind);
    expect(kinds).toEqual(Array.from({ length: 5 }, () => 'inapplicable'));
  });

  test('has all the codes that it has alone, in whichever order', () => {
    expect(judged([refusedItem('E1', 'E2')], [good, refusedItem('E2', 'E1'), good])).toEqual(PASS);
    expect(where(judged([refusedItem('E1', 'E2')], [good, refusedItem('E2'), good]))).toEqual(['body#/1/errors/code']);
    expect(where(judged([refusedItem('E1')], [good, { success: false }, good]))).toEqual(['body#/1/errors/code']);
  });
});
