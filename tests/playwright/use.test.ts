/** Options of `use` are obeyed by what Plumbline sends itself, and shown nowhere. */
import { expect, test } from 'vitest';
import { checkReplaced, checkUse, type ContextOptions, parseUse, withUse } from '../../src/playwright/use.ts';
import { planWhole } from '../../src/project/planning.ts';
import { projectRoot } from '../../src/project/package.ts';

const { target } = planWhole(projectRoot(), { services: ['partner-onboarding'] });

test('baseURL stands for the address of the service, without the slash at its end', () => {
  const used = withUse(target, parseUse({ baseURL: 'https://test.example/api/' }));
  expect(used.services[0]?.addresses.map(({ baseUrl }) => baseUrl)).toEqual(['https://test.example/api']);
  expect(() => withUse(target, parseUse({ baseURL: '/api' }))).toThrow('use.baseURL is not a valid address: "/api"');
});

test('extra headers go with every call, and their values are secrets', () => {
  const used = withUse(target, parseUse({ extraHTTPHeaders: { 'X-Key': 'a-key-of-somebody' } }));
  expect(used.services[0]?.headers).toMatchObject({ 'X-Key': 'a-key-of-somebody' });
  expect(used.services[0]?.secretHeaders).toContain('x-key');
  expect(used.secrets).toContain('a-key-of-somebody');
});

test('what only Playwright’s context can obey is left to it alone', () => {
  expect(parseUse({}).isOfContext).toBe(false);
  expect(parseUse({ ignoreHTTPSErrors: false, clientCertificates: [] }).isOfContext).toBe(false);
  expect(parseUse({ ignoreHTTPSErrors: true }).isOfContext).toBe(true);
  expect(parseUse({ proxy: { server: 'http://proxy.example' } }).isOfContext).toBe(true);
  expect(parseUse({ clientCertificates: [{ origin: 'https://test.example', pfxPath: 'a.pfx' }] }).isOfContext).toBe(
    true,
  );
});

test('what no request could be sent with is told, and no value of it shown', () => {
  const told = (options: ContextOptions): string => {
    try {
      checkUse(parseUse(options));
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const server of ['proxy.example:3128', 'http://proxy.example', 'socks5://proxy.example:1080'])
    expect(told({ proxy: { server } }), server).toBe('');
  expect(told({ proxy: { server: '' } })).toContain('use.proxy.server is empty');
  expect(told({ proxy: { server: 'ftp://somebody:a-password@proxy.example' } })).toMatch(
    /use\.proxy\.server is not the address of a proxy(?!.*a-password)/s,
  );
  expect(told({ extraHTTPHeaders: { 'x-key': 'a', 'X Key:': 'b' } })).toContain('an invalid header name: "X Key:"');
  expect(told({ extraHTTPHeaders: { 'x-key': 'a-key\n' } })).toMatch(
    /the value of x-key contains a line break(?!.*a-key)/s,
  );
  expect(told({ extraHTTPHeaders: { 'x-key': undefined as unknown as string } })).toContain(
    'the value of x-key is not a string',
  );
  expect(told({ baseURL: 'service' })).toContain('use.baseURL is not a valid address');
  expect(told({ baseURL: 'https://service.example', extraHTTPHeaders: { 'x-key': 'a key' } })).toBe('');
});

test('one baseURL does not stand for several addresses of the target', () => {
  const known = new Map<string, string>();
  checkReplaced('https://test.example', 'https://a.example/v1', known);
  checkReplaced('https://test.example', 'https://a.example/v1', known);
  checkReplaced('https://other.example', 'https://a.example/v2', known);
  checkReplaced(undefined, 'https://a.example/v3', known);
  expect(() => checkReplaced('https://test.example', 'https://a.example/v2', known)).toThrow(
    'use.baseURL (https://test.example) would replace both https://a.example/v1 and https://a.example/v2 of the target',
  );
});
