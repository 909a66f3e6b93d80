/** Value faults of a partner: the checks of a run try fewer of them. */
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
