/** The notes of the examples let in by each scheme of security who may come in, and each way of letting in others is noticed. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../plan/support.ts';
import { NOTES_FAULTS, POST_FAULTS, SIGNED_FAULTS } from './notes-faults.ts';
import { NOW, Stage, type Answer, type Fields } from './stage.ts';
import { everyNth } from '../part.ts';
import { temporary } from '../temporary.ts';

const SECRETS = {
  NOTES_SECRET: 'editors-secret-1',
  NOTES_OTHER_SECRET: 'readers-secret-2',
  NOTES_AUDITOR_SECRET: 'auditors-secret-3',
};

interface Notes {
  readonly notes: (
    secrets: Readonly<Record<string, string>>,
    now: () => number,
    keys: Readonly<Record<string, { readonly name: string; readonly publicKey: string }>>,
  ) => (method: string, target: string, headers: Fields, text: string) => Answer;
}

/** Both halves of the keys that clients sign with. */
const [EDITORS, READERS, AUDITORS] = [
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
];
const pem = (key: KeyObject): string =>
  String(key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }));
const KEYS = {
  'editor-1': { name: 'editor', publicKey: pem(EDITORS.publicKey) },
  'reader-1': { name: 'reader', publicKey: pem(READERS.publicKey) },
  'auditor-1': { name: 'auditor', publicKey: pem(AUDITORS.publicKey) },
};

const usual = {
  secrets: {
    ...SECRETS,
    NOTES_KEY: pem(EDITORS.privateKey),
    NOTES_OTHER_KEY: pem(READERS.privateKey),
    NOTES_AUDITOR_KEY: pem(AUDITORS.privateKey),
  },
  speak: ({ notes }: Notes) => {
    const { NOTES_SECRET: editor, NOTES_OTHER_SECRET: reader, NOTES_AUDITOR_SECRET: auditor } = SECRETS;
    const answer = notes({ editor, reader, auditor }, () => NOW / 1000, KEYS);
    return (method: string, target: string, fields: Fields, content: Buffer): Answer => {
      const { headers, ...shown } = answer(method, target, fields, String(content));
      return { ...shown, headers: { 'cache-control': 'no-store', ...headers } };
    };
  },
};
const stage = new Stage<Notes>('notes', usual);

const WORK = temporary();

/** The notes with the files of a variant over their own. */
function variant(name: string): Stage<Notes> {
  const [own, folder] = [path.join(ROOT, 'examples', 'notes'), path.join(WORK, name)];
  cpSync(own, folder, { recursive: true });
  for (const file of readdirSync(path.join(own, 'variants', name))) {
    const place = file === 'target.yaml' ? path.join('targets', 'local') : path.join('contracts', 'notes');
    cpSync(path.join(own, 'variants', name, file), path.join(folder, place, file));
  }
  return new Stage<Notes>('notes', { ...usual, folder });
}

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
    for (const name of ['editor:', 'reader:', 'auditor:', ''])
      expect(evidence).not.toContain(Buffer.from(`${name}${secret}`).toString('base64').slice(0, 16));
  }
});

describe('it is noticed when', () => {
  test.each(everyNth(NOTES_FAULTS, 3))('$name', async (fault) => {
    expect(await stage.missed(fault)).toEqual([]);
  });
});

describe.each([
  ['secret-post', POST_FAULTS],
  ['private-key-jwt', SIGNED_FAULTS],
] as const)('with %s', (name, faults) => {
  const own = variant(name);
  const groups = own.groups.filter(({ endpoint }) => ['sign-in', 'notes', 'audits'].includes(endpoint));

  test('the notes keep their contract, and no secret is in what was recorded', async () => {
    expect(await own.red(own.source, groups)).toEqual([]);
    const evidence = JSON.stringify((await own.played(own.source, groups)).records);
    for (const secret of Object.values(SECRETS)) expect(evidence).not.toContain(secret);
    expect(evidence).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  });

  test.each(everyNth(faults, 3))('it is noticed when $name', async (fault) => {
    expect(await own.missed(fault)).toEqual([]);
  });
});
