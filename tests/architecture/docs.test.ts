/** Links, commands, options and error codes in the markdown documents exist. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allCommands } from '../../src/cli/command-line.ts';
import { COMMAND } from '../../src/model/text.ts';
import { files, ROOT, textOf } from './files.ts';
import { blocksIn, documents } from './markdown.ts';

/** Calls in blocks and code spans: the name of the command, and the rest of the call. */
const CALLS = new RegExp(`${COMMAND} ([a-z]+)((?: [^\`|&>;)\\n]*)?)`, 'g');

/** Anchors of the headings, as GitHub creates them. */
function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

test('relative links resolve, with their anchors', () => {
  const links = documents.flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([link, to = '', anchor]) => {
      const linked = to === '' ? file : path.posix.join(path.posix.dirname(file), to);
      return { link: `${file}: ${link}`, linked, anchor };
    }),
  );
  expect(links.length).toBeGreaterThan(50);
  const broken = links
    // `npm run generate` writes this folder.
    .filter(({ linked }) => !linked.startsWith('docs/generated/'))
    .filter(
      ({ linked, anchor }) =>
        !existsSync(path.join(ROOT, linked)) || (anchor !== undefined && !anchorsOf(textOf(linked)).includes(anchor)),
    );
  expect(broken.map(({ link }) => link)).toEqual([]);
});

test('commands and options exist', async () => {
  const commands = new Map((await allCommands()).map((command) => [command.name(), command]));
  const written = documents.flatMap((file) =>
    [...textOf(file).matchAll(CALLS)].map(([line, name = '', rest = '']) => ({ file, line, name, rest })),
  );
  expect(written.length).toBeGreaterThan(50);
  const unknown = written.filter(({ name, rest }) => {
    const command = commands.get(name);
    const own = command?.commands.find((one) => one.name() === rest.trim().split(' ')[0]) ?? command;
    const known = own?.options.map(({ long }) => long) ?? [];
    return own === undefined || [...rest.matchAll(/ (--[a-z-]+)/g)].some(([, option]) => !known.includes(option));
  });
  expect(unknown.map(({ file, line }) => `${file}: ${line}`)).toEqual([]);
});

test('blocks start Plumbline with the name of the package', () => {
  const bare = documents.flatMap((file) =>
    blocksIn(textOf(file)).flatMap((block) =>
      /^(?:\$ )?(?:npx )?plumbline /m.test(block) ? [`${file}:\n${block}`] : [],
    ),
  );
  expect(bare).toEqual([]);
});

test('error codes in docs/troubleshooting.md are in the code', () => {
  const codes = [...textOf('docs/troubleshooting.md').matchAll(/`\[([a-z-]+)\]`/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(5);
  const source = files.filter((file) => /^src\/.*\.ts$/.test(file)).map(textOf);
  expect(codes.filter((code) => !source.some((text) => text.includes(`'${code}'`)))).toEqual([]);
});
