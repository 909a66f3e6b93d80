import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { keyringOfProcess } from '../../../services/identity-provider/keys.ts';
import { noon, privateKeyOf, type Answer } from '../support.ts';
import { followLocation } from './family-script.ts';
import type { Recorder } from './recorder.ts';
import type { Fields } from './stage.ts';

/** What is the same for every path: definition, media types, tokens, maintenance, bursts. */
export async function commonScript(recorder: Recorder, collection: string, body: unknown): Promise<void> {
  const { bench } = recorder;
  const text = JSON.stringify(body);
  await recorder.call('GET', '/');
  await recorder.call('HEAD', '/');
  await recorder.call('GET', '/openapi.json');
  await recorder.call('OPTIONS', collection, undefined, {
    headers: { 'access-token': undefined, authorization: undefined },
  });
  await recorder.call('POST', `${collection}/`, body);
  await recorder.call('POST', collection, undefined, { raw: text, headers: { 'content-type': 'text/plain' } });
  await recorder.call('POST', collection, undefined, { raw: '{"a":' });
  await recorder.call('POST', collection, undefined, { raw: text.replace('{', '{"correlation_id":"z","name":"z",') });
  await recorder.call('POST', collection, undefined, { raw: `${text}${' '.repeat(1024 * 1024)}` });
  await recorder.call('GET', '/', undefined, { headers: { accept: 'text/html' } });
  await recorder.call('GET', '/nowhere', undefined, {
    headers: { 'access-token': undefined, authorization: undefined },
  });
  await recorder.call('POST', collection, { unknown: 1 });
  for (const headers of await badTokens(recorder)) await recorder.call('GET', '/', undefined, { headers });
  bench.world.setMaintenance(true);
  await recorder.call('GET', '/');
  await recorder.call('POST', collection, body);
  bench.world.setMaintenance(false);
  for (let index = 0; index < 60; index += 1) await recorder.call('GET', '/');
  for (const shift of [7200, -7200]) {
    bench.clock.now = new Date(noon.getTime() + shift * 1000);
    await recorder.call('GET', '/');
  }
  bench.clock.now = noon;
}

async function badTokens({ bench }: Recorder): Promise<Record<string, string | undefined>[]> {
  const token = await bench.token();
  const claims = decodeJwt(token);
  const { identityProvider } = await keyringOfProcess();
  const issue = (extra: Fields): Promise<string> =>
    new SignJWT({ ...claims, ...extra })
      .setProtectedHeader({ alg: 'RS256', kid: 'identity-1' })
      .sign(identityProvider.privateKey);
  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'identity-1' })
    .sign(privateKeyOf(bench.device('device-1')));
  const tokens = [
    undefined,
    'nonsense',
    forged,
    new UnsecuredJWT(claims).encode(),
    await issue({ aud: 'https://elsewhere.example/' }),
    await issue({ iss: 'https://elsewhere.example/' }),
  ];
  return tokens.map((value) => ({
    'access-token': value,
    authorization: value === undefined ? undefined : `Bearer ${value}`,
  }));
}

/** The partners and their channels. */
export async function partnerScript(recorder: Recorder): Promise<void> {
  const channel = { channel_type: 'AS4', endpoint: 'https://a.example/' };
  const valid = { name: 'Acme', abn: '12345678901', contact_email: 'a@b.example', participant_id: '0151:12345678901' };
  const post = (body: unknown): Promise<Answer> => recorder.call('POST', '/partners', body);
  const read = (id: string): Promise<Answer> => recorder.call('GET', `/partners/${id}`);
  const created = await post({ ...valid, channels: [channel, { ...channel, channel_type: 'SFTP', description: '' }] });
  const { id = 'none' } = created.body as { id?: string };
  const other =
    ((await post({ name: 'Other', abn: '10987654321', channels: [channel] })).body as { id?: string }).id ?? 'none';
  await read(id);
  await read(other);
  await followLocation(recorder, created);
  for (const change of [
    { name: 'New' },
    { contact_email: null },
    { abn: 'x', name: 'Broken' },
    { channels: [channel] },
    { id: 'mine' },
    {},
  ]) {
    await recorder.call('PATCH', `/partners/${id}`, change);
    await read(id);
  }
  for (const path of [id, id, 'unknown']) {
    await recorder.call('DELETE', `/partners/${path}/channels`);
    await read(path);
    await read(other);
  }
  const broken: Fields[] = [
    { name: undefined },
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: null },
    { abn: undefined },
    { abn: '1' },
    { contact_email: 'x' },
    { contact_email: `${'a'.repeat(250)}@b.example` },
    { participant_id: '1' },
    { channels: Array.from({ length: 21 }, () => channel) },
    { channels: [{ ...channel, channel_type: 'X' }] },
    { channels: [{ ...channel, endpoint: 'x' }] },
    { channels: [{ ...channel, endpoint: '' }] },
    { channels: [{ ...channel, endpoint: `https://a.example/${'x'.repeat(2048)}` }] },
    { channels: [{ endpoint: channel.endpoint }] },
    { channels: [{ channel_type: 'AS4' }] },
    { channels: [{ ...channel, description: 'x'.repeat(201) }] },
    { nickname: 'x' },
    { name: 7 },
  ];
  for (const extra of broken) await post({ ...valid, ...extra });
  const refused = await post({ ...valid, id: 'mine2', abn: '1' });
  await read((refused.body as { id?: string }).id ?? 'mine2');
}
