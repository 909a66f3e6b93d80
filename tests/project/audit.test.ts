/** Whether anything is known about our parts: that nobody could be asked is never told as good news. */
import { expect, test } from 'vitest';
import { told } from '../../scripts/audit/told.ts';

const REGISTRY = 'https://registry.example/';
const known = (vulnerabilities: unknown): string => JSON.stringify({ auditReportVersion: 2, vulnerabilities });

test('nothing is known', () => {
  expect(told(known({}), REGISTRY)).toEqual({
    code: 0,
    text: 'Nothing is known about what a package consists of, says https://registry.example/.',
  });
});

test('what is known is named with its weight', () => {
  const { code, text } = told(known({ undici: { severity: 'high' }, yaml: {} }), REGISTRY);
  expect(code).toBe(1);
  expect(text).toContain('undici: high');
  expect(text).toContain('yaml: of unknown weight');
});

test.each([
  ['that refuses', JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405, error: {} }), '405'],
  ['that is not there', '{"error":{"code":"ENOTFOUND"}}', 'gave no report'],
  ['that says something else', '<html>', 'gave no report'],
  ['that says nothing', '', 'gave no report'],
  ['with a report of no parts', '{"auditReportVersion":2}', 'gave no report'],
])('a registry %s', (_what, output, reason) => {
  const { code, text } = told(output, REGISTRY);
  expect(code).toBe(3);
  expect(text).toMatch(/^NOT ASKED/);
  expect(text).toContain(reason);
});
