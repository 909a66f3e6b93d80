import type { Answer } from '../support.ts';
import { followLocation } from './family-script.ts';
import type { Recorder } from './recorder.ts';
import type { Fields } from './stage.ts';

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
