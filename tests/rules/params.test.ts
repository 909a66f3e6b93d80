/** One schema says what a rule takes: ajv reads it, and the compiler infers from it what judges get and planned checks give. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { OperationContext } from '../../src/plan/context.ts';
import { caseRule } from '../../src/rules/define-rule.ts';
import { judgementFrom } from '../../src/rules/evidence.ts';
import type { Judgement } from '../../src/rules/model.ts';
import {
  FLAG,
  objectParams,
  POINTER,
  POINTERS,
  STEP,
  SUCCESS,
  TEXTS,
  type SchemaParams,
} from '../../src/rules/params.ts';
import type { RuleParams, RuleWithParams } from '../../src/rules/ids.ts';

const SCHEMA = objectParams({ list: STEP, records: POINTER, success: SUCCESS }, { skip: TEXTS, shared: FLAG });
const fits = new Ajv2020({ strict: true }).compile(SCHEMA);
const good = { list: 'list', records: '/result', success: { statuses: [200] } };

describe('what fits', () => {
  test('has every required member, may have the optional ones, and no other', () => {
    expect(fits(good)).toBe(true);
    expect(fits({ ...good, skip: ['a'], shared: true })).toBe(true);
    expect(fits({ list: 'list', records: '/result' })).toBe(false);
    expect(fits({ ...good, skp: ['a'] })).toBe(false);
    expect(fits({ ...good, success: { statuses: [200], flags: '/success' } })).toBe(false);
  });

  test('names places as pointers do: without its slash a place would never be found', () => {
    const places = new Ajv2020({ strict: true }).compile(POINTERS);
    expect(['', '/', '/a/0'].every((pointer) => places([pointer]))).toBe(true);
    expect(places(['a'])).toBe(false);
    expect(places([])).toBe(false);
  });
});

test('a judge gets the type of its schema, all of it readonly', () => {
  caseRule({ id: 'x.y', title: '', fails: '', explain: '' }, SCHEMA, (params) => {
    expectTypeOf(params).toEqualTypeOf<SchemaParams<typeof SCHEMA>>();
    expectTypeOf(params.list).toEqualTypeOf<string>();
    expectTypeOf(params.skip).toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf(params.success.statuses).toEqualTypeOf<readonly number[]>();
    return judgementFrom([]);
  });
  const asksForMore = (_params: { readonly lst: string }): Judgement => judgementFrom([]);
  // @ts-expect-error: the schema has no such member.
  caseRule({ id: 'x.y', title: '', fails: '', explain: '' }, SCHEMA, asksForMore);
});

test('the registry knows what each rule takes, and which rules take the same', () => {
  expectTypeOf<RuleParams['lifecycle.list-order']>().branded.toEqualTypeOf<{
    readonly list: string;
    readonly records: string;
    readonly uid: string;
  }>();
  expectTypeOf<RuleWithParams<RuleParams['page.headers']>>().extract<'page.order'>().toEqualTypeOf<'page.order'>();
  expectTypeOf<RuleWithParams<RuleParams['page.headers']>>().extract<'lifecycle.listed'>().toBeNever();
});

/** Never called: each line is a mistake that must not compile. */
export function mistakes(context: OperationContext): void {
  const title = 'a list';
  context.check('listing', { rule: 'lifecycle.list-order', title, params: { list: 'list', records: '', uid: '/id' } });
  // @ts-expect-error: one parameter is missing.
  context.check('listing', { rule: 'lifecycle.list-order', title, params: { list: 'list', records: '' } });
  // @ts-expect-error: one is misspelt.
  context.check('listing', { rule: 'lifecycle.list-order', title, params: { list: '', recrods: '', uid: '' } });
  // @ts-expect-error: one is too many.
  context.check('listing', { rule: 'page.next', title, params: { step: 'walk' } });
  // @ts-expect-error: one has the wrong type.
  context.check('load', { rule: 'burst.not-throttled', title, params: { step: 30 } });
  // @ts-expect-error: there is no such rule.
  context.check('load', { rule: 'burst.throttled', title, params: { step: 'probe' } });
}
