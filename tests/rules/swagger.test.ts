/** A definition may be published as Swagger 2.0. */
import { describe, expect, test } from 'vitest';
import type { CaseEvidence } from '../../src/model/exchange.ts';
import { findings, onCase, probe, type Sketch } from './support.ts';

const passed = { kind: 'judged', findings: [] };

describe('a definition that is published as Swagger 2.0', () => {
  const body = { name: 'books', in: 'body', schema: { $ref: '#/definitions/Books' } };
  const swagger = (parameters: readonly object[], more: object = {}): CaseEvidence =>
    probe({
      body: {
        swagger: '2.0',
        info: { title: 'Library', version: '1.0.0' },
        paths: { '/books': { post: { parameters, responses: {} } } },
        definitions: { Books: { type: 'array', items: {} }, Book: { type: 'object' } },
        ...more,
      } as unknown as Exclude<Sketch['body'], undefined>,
    });
  const forms = { step: 'probe', operations: [{ method: 'POST', path: '/books', form: 'array' }] };

  test('is one that tools can read', () => {
    expect(onCase('definition.document', { step: 'probe' }, swagger([body]))).toEqual(passed);
    expect(onCase('definition.operations', { step: 'probe', operations: ['POST /books'] }, swagger([body]))).toEqual(
      passed,
    );
    expect(findings(onCase('definition.document', { step: 'probe' }, swagger([body], { swagger: '1.2' })))).toBe(1);
    expect(findings(onCase('definition.document', { step: 'probe' }, swagger([body], { components: {} })))).toBe(1);
    expect(findings(onCase('definition.document', { step: 'probe' }, swagger([null as unknown as object])))).toBe(1);
  });

  test('asks for bodies that are the arrays and objects of the contract', () => {
    expect(onCase('definition.request-forms', forms, swagger([body]))).toEqual(passed);
    const other = { ...body, schema: { $ref: '#/definitions/Book' } };
    expect(findings(onCase('definition.request-forms', forms, swagger([other])))).toBe(1);
  });

  test.each([
    ['definition.version', { pointer: '/info/version', version: '2.0.0' }],
    ['definition.operations', { operations: ['PUT /books'] }],
    ['definition.request-forms', { operations: [{ method: 'POST', path: '/books', form: 'object' }] }],
  ] as const)('%s holds nothing against one of another version', (id, params) => {
    const given = swagger([body]);
    expect(findings(onCase(id, { step: 'probe', ...params }, given))).toBe(1);
    expect(findings(onCase(id, { step: 'probe', ...params, aligned: true }, given))).toBe(1);
    expect(onCase(id, { step: 'probe', ...params, aligned: false }, given).kind).toBe('inapplicable');
  });
});
