/** What is refused otherwise than declared is named, where it is of a few sorts, and the service's own words are quoted. */
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const words = (awaits: 'refusal' | 'acceptance', ids: readonly string[]): Report['rules'] =>
  Object.fromEntries(ids.map((id) => [id, { title: id, explain: '', fails: '{accepts} it: {status}', awaits }]));

describe('what is refused otherwise', () => {
  const titleOf = (rules: Readonly<Record<string, readonly number[]>>, got = 409): string | undefined => {
    const failing = Object.entries(rules).map(([rule, due]): Failing => ({
      rule,
      on: said('POST /orders', got),
      found: wrongStatus(got, due),
    }));
    return titles(
      failing,
      failing.map(({ on }) => on),
      words('refusal', Object.keys(rules)),
    )[0];
  };

  it('is named where it is of one sort, with the status that is right for all of it', () => {
    expect(titleOf({ 'access.none': [401], 'access.doubled': [401, 400] }, 403)).toBe(
      'Refuses calls without a valid token with 403 instead of 401',
    );
    expect(titleOf({ 'input.missing': [422], 'input.pattern': [422], 'outcome.refused': [422] })).toBe(
      'Refuses values that are not valid with 409 instead of 422',
    );
    expect(titleOf({ 'token.expired': [400], 'token.tampered': [400] }, 401)).toBe(
      'Refuses assertions that are not good with 401 instead of 400',
    );
  });

  it('is named where it is a part of one', () => {
    expect(titleOf({ 'input.missing': [422], 'input.null': [422], 'outcome.refused': [422] }, 400)).toBe(
      'Refuses a body that lacks a value which is required with 400 instead of 422',
    );
    expect(titleOf({ 'input.wrong-type': [400], 'input.wrong-top-level': [400] }, 422)).toBe(
      'Refuses wrong types and unknown members with 422 instead of 400',
    );
  });

  it('is named where it is of two', () => {
    expect(titleOf({ 'input.missing': [404], 'access.none': [404], 'access.garbage': [404] })).toBe(
      'Refuses values that are not valid and calls without a valid token with 409 instead of 404',
    );
  });

  it('is not where it is of many, or nobody knows of which', () => {
    for (const rules of [
      { 'input.missing': [422], 'access.none': [422], 'query.wrong': [422] },
      { 'input.missing': [422], 'http.other': [422] },
    ])
      expect(titleOf(rules)).toBe('Refuses with 409 instead of 422');
  });
});

describe('a good request that is refused for what is special about it', () => {
  const titleOf = (...details: readonly string[]): string | undefined => {
    const failing = details.map((detail): Failing => ({
      rule: 'token.boundary',
      on: said('POST /orders', 400, { shown: { error: 'bad', detail } }),
      found: wrongStatus(400, [200]),
    }));
    const rules = words('acceptance', ['token.boundary']);
    return titles(
      failing,
      failing.map(({ on }) => on),
      rules,
    )[0];
  };

  it('is told with the reason that the service gives', () => {
    expect(titleOf('It may live for an hour.', 'It may live for an hour.')).toMatch(/, "It may live for an hour\."$/);
  });

  it('is told without where it gives several', () => {
    expect(titleOf('It may live for an hour.', 'It is too old.')).not.toMatch(/"/);
  });
});
