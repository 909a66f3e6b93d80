import { expect, test } from 'vitest';
import { attemptId, caseIdOf, repeatedReadsId } from '../../src/model/exchange.ts';

const CASE = 'books/create/input/rejected/name';

test.each([
  [`${CASE}#probe`, CASE],
  [`${CASE}#probe.2`, CASE],
  [`${attemptId(CASE, 2)}#probe`, `${CASE}~2`],
  [`${repeatedReadsId(CASE)}#list`, `${CASE}=`],
  [`${CASE}/c##probe`, `${CASE}/c#`],
  [CASE, CASE],
])('the case of %s', (exchange, id) => {
  expect(caseIdOf(exchange)).toBe(id);
});
