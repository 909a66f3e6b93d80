/** How calls say who asks, as a document has it; and what a target has to name for it. */
import { expect, test } from 'vitest';
import { draftFiles } from '../../src/init/files.ts';
import { list, of } from './small-documents.ts';

test.each<[string, object, object, readonly object[]]>([
  ['none', {}, { type: 'none' }, []],
  [
    'basic',
    { a: { type: 'http', scheme: 'basic' } },
    { type: 'http', scheme: 'basic' },
    [{ name: 'A_USER' }, { name: 'A_PASSWORD' }],
  ],
  [
    'a key',
    { a: { type: 'apiKey', in: 'query', name: 'Key' } },
    { type: 'apiKey', in: 'query', name: 'Key' },
    [{ name: 'A_KEY' }],
  ],
  [
    'a client',
    {
      a: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { read: '' } } },
      },
    },
    { type: 'oauth2', flow: 'clientCredentials', client: 'secret-basic', scopes: ['read'] },
    [{ name: 'A_CLIENT_ID' }, { name: 'A_CLIENT_SECRET' }],
  ],
  [
    'a client, where the document has neither an address nor a scope',
    { a: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: { ' ': '' } } } } },
    { type: 'oauth2', flow: 'clientCredentials', client: 'secret-basic' },
    [{ name: 'A_TOKEN_URL' }, { name: 'A_CLIENT_ID' }, { name: 'A_CLIENT_SECRET' }],
  ],
  [
    'a certificate alone',
    { client: { type: 'mutualTLS' } },
    { type: 'none' },
    [{ name: 'CLIENT_CERTIFICATE' }, { name: 'CLIENT_KEY' }],
  ],
  [
    'somebody else’s token',
    { a: { type: 'openIdConnect' } },
    { type: 'http', scheme: 'bearer' },
    [{ name: 'SERVICE_TOKEN' }],
  ],
])('who asks: %s', (_what, securitySchemes, security, variables) => {
  const secured = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
  const { ways } = of({ '/shops': { get: { ...list.get, security: secured } } }, { securitySchemes });
  expect(ways.security).toEqual(security);
  expect(ways.variables).toMatchObject(variables);
});

test('who asks: a key, of whoever connects with a certificate', () => {
  const securitySchemes = { tls: { type: 'mutualTLS' }, a: { type: 'apiKey', in: 'header', name: 'X-Key' } };
  const draft = of({ '/shops': { get: { ...list.get, security: [{ tls: [], a: [] }] } } }, { securitySchemes });
  expect(draft.ways.security).toEqual({ type: 'apiKey', in: 'header', name: 'X-Key' });
  const target =
    draftFiles(
      draft,
      { service: 'shops', spec: '1', source: 'shops.json', headers: [] },
      { topics: [], bindings: [] },
    ).get('targets/test/target.yaml') ?? '';
  expect(target).toContain('credentials: { key: { env: A_KEY } }');
  expect(target).toContain('clientCertificate: { certificate: { env: TLS_CERTIFICATE }, key: { env: TLS_KEY } }');
});
