/** Habits that no compiler keeps: small files, one way to name them, and a project that speaks of itself alone. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, ROOT, textOf } from './files.ts';

const MAX_LINES = 500;
/** A test may be a long table. */
const MAX_LINES_OF_A_TEST = 500;
const OWN = 'tests/architecture/housekeeping.test.ts';
const text = files.filter((file) => !/\.(png|jpg|ico|woff2?|gz|br)$/.test(file));

test(`no file of code is longer than ${MAX_LINES} lines`, () => {
  const long = text
    .filter((file) => /\.(ts|tsx|js|mjs|css)$/.test(file))
    .flatMap((file) => {
      const lines = textOf(file).split('\n').length - 1;
      return lines > (file.startsWith('tests/') ? MAX_LINES_OF_A_TEST : MAX_LINES) ? [`${file}: ${lines}`] : [];
    });
  expect(long).toEqual([]);
});

test('files and folders are named in kebab-case', () => {
  const known = new Set(['README.md', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']);
  const odd = files.filter((file) => {
    // Goldens hold what must be refused, misspelt names among it.
    if (file.startsWith('tests/golden/')) return false;
    const parts = file.split('/').filter((part) => !part.startsWith('.'));
    return parts.some((part) => !known.has(part) && !/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/.test(part));
  });
  expect(odd).toEqual([]);
});

test('what tests share has no hook of its own, which would be one of the first file that loads it', () => {
  const shared = files.filter(
    (file) => /^tests\/.*\.ts$/.test(file) && !/\.(test|spec)\.ts$/.test(file) && file !== 'tests/setup.ts',
  );
  expect(shared.length).toBeGreaterThan(20);
  expect(shared.filter((file) => /^(?:after|before)(?:All|Each)\(/m.test(textOf(file)))).toEqual([]);
});

test('everything is TypeScript, but for what starts it, what configures tools, and servers of test cases', () => {
  const scripts = files.filter((file) => /\.(js|mjs|cjs)$/.test(file) && !/^(bin|scripts|tests\/cases)\//.test(file));
  expect(scripts).toEqual([]);
});

describe('the project speaks of itself alone', () => {
  const words: readonly (readonly [string, RegExp, readonly string[]])[] = [
    [
      'who wrote it',
      /\b(?:LLM|GPT|Claude|Anthropic|OpenAI|Copilot|language model|AI[- ](?:generated|assisted|written))\b/,
      [],
    ],
    [
      'an agent',
      /(?<!user[- ])\bagents?\b/i,
      ['src/http/undici-transport.ts', 'tests/services/sockets.test.ts', 'bench/'],
    ],
    ['a prompt', /\bprompt(?:s|ed|ing)?\b/i, []],
    ['a session of work', /\bsession of\b|\bthis session\b|\bin this (?:chat|conversation)\b/i, []],
    ['the machine it was made on', /\/work\/(?:main|shared)|\/farm\/|\/root\/|\/Users\/\w|[A-Z]:\\Users\\/, []],
    ['unfinished work', /\b(?:TODO|FIXME|XXX|HACK)\b/, []],
    ['the issue it was made for', /\bissues? #?\d+\b/i, []],
  ];
  test.each(words)('no word of %s', (_what, pattern, allowed) => {
    const lines = text
      .filter(
        (file) =>
          file !== OWN && !allowed.some((place) => file === place || (place.endsWith('/') && file.startsWith(place))),
      )
      .flatMap((file) =>
        textOf(file)
          .split('\n')
          .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
      );
    expect(lines.slice(0, 20)).toEqual([]);
  });
});

test('every file of source says in its first lines what it is for', () => {
  const silent = text.filter(
    (file) =>
      /^src\/.*\.ts$/.test(file) &&
      !file.startsWith('src/viewer/') &&
      !/\/\*\*|\/\/|explain:|\bpassiveRule\(/.test(textOf(file).split('\n').slice(0, 60).join('\n')),
  );
  expect(silent).toEqual([]);
});

test('what source and documents say of a file is of one that is there', () => {
  // Examples of changes name files that are to be made, and the list of changes files that were.
  const others = new Set(['docs/contributing.md', 'CHANGELOG.md']);
  const said = text.filter((file) => /^(src|docs)\/.*\.(tsx?|md)$|^\w+\.md$/.test(file) && !others.has(file));
  const missing = said.flatMap((file) =>
    [...textOf(file).matchAll(/`((?:src|tests|services|scripts)\/[\w./-]+\.\w+)`/g)].flatMap(([, named = '']) =>
      existsSync(path.join(ROOT, named)) ? [] : [`${file}: ${named}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('what is said of a member stands at that member', () => {
  const source = files.filter((file) => /^src\/.*\.tsx?$/.test(file));
  expect(source.filter((file) => /\*\/\n[ ]*\/\*\*/.test(textOf(file)))).toEqual([]);
});

test('every test is in the folder of what it tests', () => {
  const rooms = new Set(files.flatMap((file) => /^src\/([^/]+)\//.exec(file)?.[1] ?? []));
  const others = new Set([
    'architecture',
    'golden',
    'legal',
    'points',
    'services',
    'viewer',
    'wording',
    'bench',
    'examples',
    'scripts',
  ]);
  const stray = files.filter(
    (file) =>
      file.startsWith('tests/') &&
      /\.(test|spec)\.ts$/.test(file) &&
      !rooms.has(file.split('/')[1] ?? '') &&
      !others.has(file.split('/')[1] ?? ''),
  );
  expect(stray.map((file) => path.posix.dirname(file))).toEqual([]);
});

test('members that may be absent are left out by the helper', () => {
  const written = files.filter((file) => /^src\/.*\.tsx?$/.test(file));
  expect(written.length).toBeGreaterThan(500);
  expect(written.filter((file) => /\((\w+) === undefined \? \{\} : \{ \1\b/.test(textOf(file)))).toEqual([]);
});

test('what is required, and why, names no file that the project does not have', () => {
  const named = files
    .filter((file) => /^(specs|contracts)\/.*\.yaml$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/[\w./-]+\.(?:md|pdf|txt|docx)\b/g)].map(([name]) => ({ file, name })),
    );
  const has = (name: string): boolean => files.some((file) => file === name || file.endsWith(`/${name}`));
  expect(named.filter(({ name }) => !has(name))).toEqual([]);
});

test('what may be absent is written with `defined`', () => {
  const spread = /\.\.\.\((\w+) === undefined \? \{\} : \{ (\w+: )?\1 \}\)/;
  const places = text.filter((file) => /^(src|services)\/.*\.tsx?$/.test(file) && spread.test(textOf(file)));
  expect(places).toEqual([]);
});
