/** A digest in the head, in the forms that services give it. */
import { expect, test } from 'vitest';
import { caseRule } from './judging.ts';
import { evidence } from './support.ts';

const PARAMS = { step: 'probe', name: 'Docker-Content-Digest', algorithm: 'sha-256' } as const;

function departures(digest: string): readonly (readonly [expected: unknown, actual: unknown])[] {
  const probe = { headers: { 'docker-content-digest': digest }, digests: { 'sha-256': 'q80=' } };
  const judgement = caseRule('header.digest', PARAMS, evidence({ probe }));
  if (judgement.kind !== 'judged') throw new Error(judgement.kind);
  return judgement.findings.map(({ expected, actual }) => [expected, actual]);
}

test('may stand alone, or behind the name of its algorithm, as containers are named', () => {
  for (const right of ['sha-256=:q80=:', 'q80=', 'abcd', 'sha256:abcd', 'SHA256:ABCD'])
    expect(departures(right), right).toEqual([]);
});

test('that is wrong is told in the form that it has', () => {
  expect(departures('sha256:abcf')).toEqual([['sha256:abcd', 'sha256:abcf']]);
  expect(departures('sha512:abcd')).toEqual([['sha-256=:q80=:', 'sha512:abcd']]);
});
