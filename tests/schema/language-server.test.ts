/** Completion, hover and mistakes of our files in the language server that editors use, with the schemas that the build makes. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCHEMA_FILES } from '../../src/schema/files.ts';
import { ROOT } from '../load/support.ts';
import { type Editor, editorOf } from './language-server.ts';
import { editorSchemaOf, withModelines } from '../../src/init/files.ts';

const { forEditors } = (await import('../../scripts/editor-schemas.js' as string)) as {
  readonly forEditors: (name: string, schema: object) => object;
};

const project = mkdtempSync(path.join(tmpdir(), 'plumbline-editor-'));
const settings = JSON.parse(readFileSync(path.join(ROOT, '.vscode/settings.json'), 'utf8')) as {
  readonly 'yaml.schemas': Readonly<Record<string, string | readonly string[]>>;
};
let editor: Editor;

beforeAll(async () => {
  const to = path.join(project, 'dist/src/schema/editor');
  mkdirSync(to, { recursive: true });
  for (const [name, schema] of Object.entries(SCHEMA_FILES))
    writeFileSync(path.join(to, name), JSON.stringify(forEditors(name, schema)));
  editor = await editorOf(project, settings['yaml.schemas']);
});

afterAll(() => {
  editor.close();
});

const own = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const messages = async (file: string, text: string): Promise<readonly string[]> =>
  (await editor.open(file, text)).map(({ message, range }) => `${range.start.line + 1}: ${message}`);
/** A server may still be telling of what stood in a file before: each text is a file of its own. */
let texts = 0;
const fresh = (place: (number: number) => string): string => place((texts += 1));
const anEndpoint = (): string => fresh((number) => `contracts/books/books-${number}.yaml`);
const aTarget = (): string => fresh((number) => `targets/acme-${number}/target.yaml`);
const aPolicy = (): string => fresh((number) => `policies/strict-${number}.yaml`);
/** As `plumbline init` writes it, for a file that no setting speaks of. */
const withModeline = (file: string, text: string): string =>
  withModelines(new Map([[file, text]]), (_file, schema) => `../dist/src/schema/editor/${schema}.schema.json`).get(
    file,
  ) ?? text;

const contracts = readdirSync(path.join(ROOT, 'contracts/student-reporting'))
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => `contracts/student-reporting/${name}`);

describe('in an editor with our settings', () => {
  test.each([...contracts, 'contracts/common/token.yaml', 'targets/reference/target.yaml'])(
    'nothing in %s is underlined, open values among it',
    async (file) => {
      expect(await messages(file, own(file))).toEqual([]);
    },
  );

  test('an endpoint is completed, explained, and a mistake in it is underlined where it stands', async () => {
    const written = 'endpoint: books\ntitle: Books\nfields:\n  title: { type: string, maxLength: 20 }\noperations:\n';
    const offered = await editor.complete(anEndpoint(), `${written}  read:\n    method: GET\n    |\n`);
    expect(offered).toEqual(expect.arrayContaining(['path', 'response', 'success']));
    expect(offered).not.toContain('method');
    expect(await editor.complete(anEndpoint(), `${written}  read:\n    response: |\n`)).toEqual(
      expect.arrayContaining(['item', 'list']),
    );
    expect(await editor.hover(anEndpoint(), `${written.replace('maxLength', 'max|Length')}  read: {}\n`)).toMatch(
      /characters/i,
    );
    const [mistake, ...more] = await messages(anEndpoint(), `${written}  read: { methud: GET }\n`);
    expect([mistake, ...more].join('\n')).toMatch(/^6: .*methud/m);
  });

  test('a target is completed and explained', async () => {
    expect(await editor.complete(aTarget(), 'target: acme\n|\n')).toEqual(
      expect.arrayContaining(['services', 'answers']),
    );
    expect(await editor.hover(aTarget(), 'target: acme\nenviron|ment: test\n')).not.toBe('null');
    expect(await messages(aTarget(), 'target: acme\nenvironment: moon\nservices: {}\n')).not.toEqual([]);
  });

  test('a policy says by its first line which schema it has', async () => {
    const file = aPolicy();
    expect(editorSchemaOf(file)).toBe('policy');
    expect(await messages(file, withModeline(file, 'policy: strict\nextends: release\n'))).toEqual([]);
    const choice = withModeline(file, 'policy: strict\nextends: |\n');
    expect(await editor.complete(aPolicy(), choice)).toEqual(expect.arrayContaining(['nightly', 'release', 'explore']));
    const wrong = withModeline(file, 'policy: strict\nextends: realease\n');
    expect(await messages(aPolicy(), wrong)).toHaveLength(1);
  });
});

test('the settings know the schema of every kind of file that has one', () => {
  const known = Object.keys(settings['yaml.schemas']).map((name) => path.basename(name));
  const all = Object.keys(SCHEMA_FILES);
  // What others refer to, and what nobody writes by hand.
  const apart = ['common.schema.json', 'report.schema.json'];
  expect([...known].sort()).toEqual(all.filter((name) => !apart.includes(name)).sort());
});
