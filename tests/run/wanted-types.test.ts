/** A service whose answers have a media type of their own is asked for it: one that reads Accept refuses whoever does not name it. */
import { expect, test } from 'vitest';
import { planWhole } from '../../src/project/planning.ts';
import { bindDestinations } from '../../src/run/destinations.ts';
import { library } from '../cli/library.ts';

const PHOTOS = `endpoint: photos
title: Photos
base: service
operations:
  list: { method: GET, path: /photos, response: content, media: image/png, success: [200], access: public }
`;
const HELD = `endpoint: held
title: Held books
base: service
fields: { id: { type: string, readOnly: true } }
operations:
  list: { method: GET, path: /held, response: list, success: [200] }
`;

function asked(envelope: string): { readonly usual: string | undefined; readonly planned: Record<string, unknown> } {
  const folder = library({
    'contracts/library/envelope.yaml': envelope,
    'contracts/library/photos.yaml': PHOTOS,
    'contracts/library/held.yaml': HELD,
    'contracts/library/security.yaml': 'type: http\nscheme: bearer\n',
  });
  const { scopes, target, plan } = planWhole(folder);
  const destination = bindDestinations({
    scopes,
    target,
    allowWrites: false,
    plain: { send: () => Promise.reject(new Error('nothing is sent')), close: () => Promise.resolve() },
    secrets: { read: () => 'secret' },
    clock: () => 0,
  });
  const probes = plan.groups
    .flatMap(({ cases }) => cases)
    .flatMap(({ id, steps }) => {
      const probe = steps.find(({ name }) => name === 'probe');
      return probe === undefined ? [] : [[id.replace(/^library\//, ''), probe.request.headers['accept']] as const];
    });
  return { usual: destination('library', '1.10').headers['accept'], planned: Object.fromEntries(probes) };
}

test('what the contract names, and JSON all the same, since errors may come as such', () => {
  const { usual, planned } = asked('mediaType: application/vnd.api+json\nheaders: {}\n');
  expect(usual).toBe('application/vnd.api+json, application/json;q=0.9');
  expect(planned['held/list/negotiation/media.accept-any/listed']).toBe('text/html, application/vnd.api+json;q=0.9');
  expect(planned['held/list/negotiation/media.accept-any/weighted']).toBe('application/vnd.api+json;q=0.5');
  expect(planned['photos/list/negotiation/media.accept-any/any']).toBe('*/*');
  expect(planned).not.toHaveProperty('photos/list/negotiation/media.accept-any/application');
});

test('content of a type of its own is asked for by name', () => {
  const { usual, planned } = asked('headers: {}\n');
  expect(usual).toBe('application/json');
  const others = Object.entries(planned).filter(([id]) => id.startsWith('photos/') && !id.includes('/negotiation/'));
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others.map(([, accept]) => accept))).toEqual(new Set(['image/png, application/json;q=0.9']));
});

test('a contract that says what is accepted has its way', () => {
  const { planned } = asked('mediaType: application/vnd.api+json\nheaders: { Accept: "*/*" }\n');
  const photos = Object.entries(planned).filter(([id]) => id.startsWith('photos/'));
  expect(photos.filter(([, accept]) => String(accept).includes('image/png, '))).toEqual([]);
  expect(photos.length).toBeGreaterThan(0);
});
