/** Tokens that go wrong once their caller has another, in a shop that no contract of ours knows. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { titles, type Failing } from './titles.ts';

describe('a token that is refused before its time', () => {
  const failing = (on: Exchange, call: number): Failing => ({
    rule: 'http.token-life',
    on,
    found: { where: 'exchange', expected: 'the token is taken for 3,600 s', actual: '401', came: String(call) },
  });
  const of = (name: string): Exchange => said('GET /orders/1', 200, { case: `shop/orders/read/${name}` });
  const told = (...all: readonly (readonly [string, number])[]): string => {
    const seen = all.map(([name, call]) => [of(name), call] as const);
    return titles(
      seen.map(([on, call]) => failing(on, call)),
      seen.map(([on]) => on),
    ).join();
  };

  it('is ended by another one where that is used', () => {
    expect(told(['lifecycle/lifecycle.renewed-token', 2], ['methods/other', 40])).toBe(
      'Refuses a token, long before it is over, once the same caller has used another one',
    );
  });

  it('is another matter where it is always so many calls, or no other was used', () => {
    expect(told(['lifecycle/lifecycle.renewed-token', 13], ['methods/other', 13])).not.toMatch(/another one/);
    expect(told(['lifecycle/usual', 2], ['methods/other', 40])).not.toMatch(/another one/);
    const shortLived = [
      ['a', 3],
      ['b', 7],
      ['c', 12],
    ] as const;
    expect(told(['lifecycle/lifecycle.renewed-token', 2], ...shortLived)).not.toMatch(/another one/);
  });
});

describe('a token for another service than was asked for', () => {
  const grant = (step: string, aud: string): Exchange => {
    const one = said('POST /token', 200, { operation: 'tokens/token', case: 'asked', step, shown: {} });
    return { ...one, response: { ...one.response, decoded: { claims: { aud } } } } as unknown as Exchange;
  };
  const told = (...all: readonly Exchange[]): string | undefined => {
    const on = all.at(-1) as Exchange;
    const found = { where: 'claim aud', expected: 'b', actual: 'a' };
    return titles([{ rule: 'token.audience-asked', on, found }], all)[0];
  };

  it('is for that of the one before', () => {
    expect(told(grant('own', 'a'), grant('other', 'a'))).toBe(
      'Grants tokens for another service than was asked for, that of the token before, on tokens/token: claim aud is a instead of b',
    );
  });

  it('is another matter where it is the first, or that was for another', () => {
    expect(told(grant('own', 'a'))).not.toMatch(/token before/);
    expect(told(grant('own', 'c'), grant('other', 'a'))).not.toMatch(/token before/);
  });
});
