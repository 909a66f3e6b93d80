/** The notes of the examples let in by each scheme of security who may come in, and each way of letting in others is noticed. */
import { describe, expect, test } from 'vitest';
import { NOTES_FAULTS } from './notes-faults.ts';
import { NOW, Stage, type Answer, type Fields } from './stage.ts';

const SECRETS = { NOTES_SECRET: 'editors-secret-1', NOTES_OTHER_SECRET: 'readers-secret-2' };

interface Notes {
  readonly notes: (
    secrets: Readonly<Record<string, string>>,
    now: () => number,
  ) => (method: string, target: string, headers: Fields, text: string) => Answer;
}

const stage = new Stage<Notes>('notes', {
  secrets: SECRETS,
  speak: ({ notes }) => {
    const answer = notes({ editor: SECRETS.NOTES_SECRET, reader: SECRETS.NOTES_OTHER_SECRET }, () => NOW / 1000);
    return (method, target, fields, content) => {
      const { headers, ...shown } = answer(method, target, fields, String(content));
      return { ...shown, headers: { 'cache-control': 'no-store', ...headers } };
    };
  },
});

test('every scheme of security has its faults', () => {
  const planned = stage.groups.flatMap(({ cases }) => cases.flatMap(({ checks }) => checks.map(({ id }) => id)));
  for (const one of [
    'by-user/access.wrong-password/empty',
    'by-user/access.unknown-user',
    'by-user/access.credentials-malformed/no-colon',
    'by-key-alone/access.wrong-key/shorter',
    'by-word/access.other-scheme',
    'by-header/access.key-elsewhere/query',
    'by-query/access.key-elsewhere/header',
    'by-cookie/access.wrong-key/other',
  ])
    expect(planned).toContain(`notes/doors/${one}`);
  expect(planned).toContain('notes/sign-in/token/client.wrong-secret/other');
  expect(planned.filter((id) => /doors\/.*access\.(garbage|tampered|expired|in-query)/.test(id))).toEqual([]);
});

test('the notes keep their contract, and no secret is in what was recorded', async () => {
  expect(await stage.red(stage.source)).toEqual([]);
  const evidence = JSON.stringify((await stage.played(stage.source)).records);
  for (const secret of Object.values(SECRETS)) {
    expect(evidence).not.toContain(secret);
    for (const name of ['editor:', 'reader:', ''])
      expect(evidence).not.toContain(Buffer.from(`${name}${secret}`).toString('base64').slice(0, 16));
  }
});

describe('it is noticed when', () => {
  test.each(NOTES_FAULTS)('$name', async (fault) => {
    expect(await stage.missed(fault)).toEqual([]);
  });
});
