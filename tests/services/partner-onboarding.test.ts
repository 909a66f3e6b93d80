import { beforeEach, describe, expect, it } from 'vitest';
import { Bench, gateway } from './support.ts';

let bench: Bench;
const valid = {
  name: 'Acme',
  abn: '12345678901',
  contact_email: 'a.b@acme.example',
  participant_id: '0151:12345678901',
};
const channel = { channel_type: 'AS4', endpoint: 'https://as4.acme.example/in' };

beforeEach(async () => {
  bench = await Bench.open('partner-onboarding', '1.0.0');
});

async function create(extra: Record<string, unknown> = {}): Promise<string> {
  const answer = await bench.post('/partners', { ...valid, ...extra });
  expect(answer.status).toBe(201);
  const { id } = answer.body as { id: string };
  expect(answer.headers.get('location')).toBe(`/partners/${id}`);
  return id;
}

it('says its name and version', async () => {
  expect((await bench.get('/')).body).toMatchObject({
    api_name: 'ManagedFileTransfers-Einv-Onboarding',
    api_version: '1.0.0',
  });
});

it('creates, reads and changes a partner', async () => {
  const id = await create({ channels: [channel] });
  expect((await bench.get(`/partners/${id}`)).body).toEqual({ id, ...valid, channels: [channel] });
  const changed = await bench.patch(`/partners/${id}`, { name: 'Acme 2', contact_email: null });
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({
    id,
    name: 'Acme 2',
    abn: valid.abn,
    participant_id: valid.participant_id,
    channels: [channel],
  });
  expect((await bench.patch(`/partners/${id}`, {})).body).toEqual(changed.body);
  const other = { channel_type: 'SFTP', endpoint: 'sftp://files.acme.example/', description: '' };
  expect((await bench.patch(`/partners/${id}`, { channels: [other] })).body).toMatchObject({ channels: [other] });
});

it('deletes the channels, and again, and keeps the partner', async () => {
  const id = await create({ channels: [channel, channel] });
  const deleted = await bench.delete(`/partners/${id}/channels`);
  expect([deleted.status, deleted.text, deleted.headers.get('cache-control')]).toEqual([204, '', 'no-store']);
  expect((await bench.get(`/partners/${id}`)).body).toEqual({ id, ...valid, channels: [] });
  expect((await bench.delete(`/partners/${id}/channels`)).status).toBe(204);
  expect((await bench.delete('/partners/unknown/channels')).status).toBe(404);
});

describe('a value fault is answered 422', () => {
  it.each([
    ['no name', { name: undefined }, '/name'],
    ['null for a name', { name: null }, '/name'],
    ['an empty name', { name: '' }, '/name'],
    ['a long name', { name: 'x'.repeat(101) }, '/name'],
    ['a short abn', { abn: '1234567890' }, '/abn'],
    ['an abn with a letter', { abn: '1234567890a' }, '/abn'],
    ['a bad e-mail', { contact_email: 'a@b' }, '/contact_email'],
    ['a bad participant', { participant_id: '0152:12345678901' }, '/participant_id'],
    ['too many channels', { channels: Array.from({ length: 21 }, () => channel) }, '/channels'],
    ['an unknown channel type', { channels: [{ ...channel, channel_type: 'FTP' }] }, '/channels/0/channel_type'],
    ['a relative endpoint', { channels: [channel, { ...channel, endpoint: '/in' }] }, '/channels/1/endpoint'],
    ['an endpoint with a space', { channels: [{ ...channel, endpoint: 'https://a b/' }] }, '/channels/0/endpoint'],
    ['no endpoint', { channels: [{ channel_type: 'AS4' }] }, '/channels/0/endpoint'],
    ['a long description', { channels: [{ ...channel, description: 'x'.repeat(201) }] }, '/channels/0/description'],
  ])('%s', async (_, extra, pointer) => {
    const answer = await bench.post('/partners', { ...valid, ...extra });
    expect(answer.status).toBe(422);
    expect(gateway(answer).map(({ source }) => source?.pointer)).toEqual([pointer]);
  });
});

describe('a shape fault is answered 400', () => {
  it.each([
    ['an array', [], ''],
    ['an unknown member', { ...valid, nick: 1 }, '/nick'],
    ['an id', { ...valid, id: 'a' }, '/id'],
    ['a number for a name', { ...valid, name: 1 }, '/name'],
    ['an object for channels', { ...valid, channels: {} }, '/channels'],
    ['an unknown member of a channel', { ...valid, channels: [{ ...channel, x: 1 }] }, '/channels/0/x'],
  ])('%s', async (_, body, pointer) => {
    const answer = await bench.post('/partners', body);
    expect(answer.status).toBe(400);
    expect(gateway(answer).map(({ source }) => source?.pointer)).toEqual([pointer]);
  });
});

it('judges the shape before the id, and the id before the values', async () => {
  expect((await bench.patch('/partners/unknown', { nick: 1 })).status).toBe(400);
  expect((await bench.patch('/partners/unknown', { name: '' })).status).toBe(404);
  const id = await create();
  expect((await bench.patch(`/partners/${id}`, { name: '' })).status).toBe(422);
  expect((await bench.get('/partners/not%20an%20id')).status).toBe(404);
  expect((await bench.get(`/partners/${id}/`)).status).toBe(404);
});

it('takes bearer tokens for this service alone', async () => {
  const none = await bench.get('/', { headers: { authorization: undefined } });
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="partner-onboarding"']);
  const foreign = await bench.token('device-1', 'student-reporting');
  expect((await bench.get('/', { headers: { authorization: `Bearer ${foreign}` } })).status).toBe(401);
  const own = await bench.token();
  expect((await bench.get('/', { headers: { authorization: `bearer ${own}` } })).status).toBe(200);
  expect((await bench.get('/', { headers: { authorization: undefined, 'access-token': own } })).status).toBe(401);
});
