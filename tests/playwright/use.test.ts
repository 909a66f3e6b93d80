/** Options of `use` are obeyed by what Plumbline sends itself, and shown nowhere. */
import { expect, test } from 'vitest';
import { useOf, withUse } from '../../src/playwright/use.ts';
import { planWhole } from '../../src/project/planning.ts';
import { projectRoot } from '../../src/project/root.ts';

const { target } = planWhole(projectRoot(), { services: ['partner-onboarding'] });

test('baseURL stands for the address of the service, without the slash at its end', () => {
  const used = withUse(target, useOf({ baseURL: 'https://test.example/api/' }));
  expect(used.services[0]?.addresses.map(({ baseUrl }) => baseUrl)).toEqual(['https://test.example/api']);
  expect(() => withUse(target, useOf({ baseURL: '/api' }))).toThrow('use.baseURL is no address: "/api"');
});

test('extra headers go with every call, and their values are secrets', () => {
  const used = withUse(target, useOf({ extraHTTPHeaders: { 'X-Key': 'a-key-of-somebody' } }));
  expect(used.services[0]?.headers).toMatchObject({ 'X-Key': 'a-key-of-somebody' });
  expect(used.services[0]?.secretHeaders).toContain('x-key');
  expect(used.secrets).toContain('a-key-of-somebody');
});

test('what only Playwright’s context can obey is left to it alone', () => {
  expect(useOf({}).isOfContext).toBe(false);
  expect(useOf({ ignoreHTTPSErrors: false, clientCertificates: [] }).isOfContext).toBe(false);
  expect(useOf({ ignoreHTTPSErrors: true }).isOfContext).toBe(true);
  expect(useOf({ proxy: { server: 'http://proxy.example' } }).isOfContext).toBe(true);
  expect(useOf({ clientCertificates: [{ origin: 'https://test.example', pfxPath: 'a.pfx' }] }).isOfContext).toBe(true);
});
