/** Everything that users, scripts and files rely on, as one text. `npx tsx scripts/surface/main.ts` writes `tests/golden/surface.txt`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { answerable, faults, variants } from '../../services/index.ts';
import { allCommands } from '../../src/cli/command-line.ts';
import { EXIT } from '../../src/project/package.ts';
import { FORMATS } from '../../src/report/views/formats.ts';
import { groupBy } from '../../src/model/objects.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';
import { SCHEMA_FILES } from '../../src/schema/files.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const SURFACE_FILE = path.join(ROOT, 'tests', 'golden', 'surface.txt');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Sections of one title each, with their lines in order. */
export async function surfaceText(): Promise<string> {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['commands and options', (await allCommands()).flatMap((command) => optionsOf(command))],
    ['exit codes', Object.entries(EXIT).map(([name, code]) => `${code} ${name}`)],
    ['environment variables', environmentVariables()],
    ['package exports', Object.keys((JSON.parse(read('package.json')) as { exports: object }).exports)],
    ['files of a report', FORMATS.map(({ file }) => file)],
    ['keys of files', keysOfFiles()],
    ['rules', EVERY_RULE.map(({ id }) => id)],
    ['faults by kind, with their number', faultKinds()],
    ['legal variants', variants.map(({ id }) => id)],
    ['open questions', openQuestions()],
    ['open questions that the reference services can answer otherwise', answerable],
    ['files in ci/', readdirSync(path.join(ROOT, 'ci'))],
    ['examples', readdirSync(path.join(ROOT, 'examples'))],
    ['pages of the report', pagesOfReport()],
  ];
  return sections.map(([title, lines]) => `# ${title}\n${wrapped(lines)}\n`).join('\n');
}

function optionsOf(command: Command, above = 'plumbline '): readonly string[] {
  const name = `${above}${command.name()}`;
  const words = [
    ...command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`)),
    ...command.options.map(({ flags }) => flags),
  ];
  return [`${name}: ${words.join(', ')}`, ...command.commands.flatMap((part) => optionsOf(part, `${name} `))];
}

/** Names in the sources: `PLUMBLINE_*`, and what other tools define. */
function environmentVariables(): readonly string[] {
  const NAMES =
    /\b(?:PLUMBLINE_\w+|GITHUB_(?:ACTIONS|STEP_SUMMARY)|JOB_COMPLETION_INDEX|NO_COLOR|FORCE_COLOR|XDG_CACHE_HOME|LOCALAPPDATA|HTTPS?_PROXY|NO_PROXY|NODE_EXTRA_CA_CERTS|PW_TEST_REPORTER|CI_NODE_(?:INDEX|TOTAL)|TF_BUILD|TEAMCITY_VERSION)\b/g;
  const files = ['src', 'bin', 'ci', 'playwright.config.ts', 'docs'].flatMap(filesBelow);
  return [...new Set(files.flatMap((file) => read(file).match(NAMES) ?? []))].sort();
}

function filesBelow(name: string): readonly string[] {
  if (!existsSync(path.join(ROOT, name))) return [];
  if (statSync(path.join(ROOT, name)).isDirectory())
    return readdirSync(path.join(ROOT, name)).flatMap((entry) => filesBelow(path.posix.join(name, entry)));
  return /\.(?:tsx?|js|ya?ml|md)$|Dockerfile$/.test(name) ? [name] : [];
}

/** Pointers of every property in the JSON Schemas, without the parts that schemas share. */
function keysOfFiles(): readonly string[] {
  return Object.entries(SCHEMA_FILES).map(([file, schema]) => {
    const found = new Set<string>();
    collectKeys(schema, '', found);
    return `${file.replace('.schema.json', '')}: ${[...found].sort().join(' ')}`;
  });
}

function collectKeys(schema: unknown, at: string, found: Set<string>): void {
  if (Array.isArray(schema)) for (const one of schema) collectKeys(one, at, found);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' && typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value as Readonly<Record<string, unknown>>)) {
        found.add(`${at}/${name}`);
        collectKeys(inner, `${at}/${name}`, found);
      }
    else if (keyword === '$defs' && typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value as Readonly<Record<string, unknown>>))
        collectKeys(inner, name, found);
    else if (keyword !== 'enum' && keyword !== 'const' && keyword !== 'examples') collectKeys(value, at, found);
  }
}

/** `student-reporting.validation 310`: first two parts of the ids. */
function faultKinds(): readonly string[] {
  const kinds = groupBy(faults, ({ id }) => id.split('.').slice(0, 2).join('.'));
  return [...kinds].map(([kind, own]) => `${own.length} ${kind}`).sort();
}

function openQuestions(): readonly string[] {
  return readdirSync(path.join(ROOT, 'specs'))
    .filter((service) => existsSync(path.join(ROOT, 'specs', service, 'open-points.yaml')))
    .flatMap((service) => {
      const text = read(path.join('specs', service, 'open-points.yaml'));
      const { openPoints } = parse(text) as { readonly openPoints: object };
      return Object.keys(openPoints);
    });
}

function pagesOfReport(): readonly string[] {
  const table = /const PAGES[^{]*\{([^}]*)\}/.exec(read('src/viewer/app.tsx'))?.[1] ?? '';
  const redirects = /const REDIRECTS[^{]*\{([^}]*)\}/.exec(read('src/viewer/data/route.ts'))?.[1] ?? '';
  return [
    ...[...table.matchAll(/^ {2}'?([a-z/-]+)'?:/gm)].map(([, name]) => name ?? ''),
    ...[...redirects.matchAll(/^ {2}'?([a-z-]+)'?: '(.+)'/gm)].map(([, old, page]) => `${old}→${page}`),
  ];
}

const WIDTH = 118;

/** One line each where lines are long; ids side by side where there are many. */
function wrapped(lines: readonly string[]): string {
  if (lines.some((line) => line.includes(' '))) return lines.map(folded).join('\n');
  return folded([...lines].sort().join(' '));
}

function folded(line: string): string {
  const rows: string[] = [];
  let row = '';
  for (const word of line.split(' ')) {
    if (row !== '' && row.length + word.length + 1 > WIDTH) {
      rows.push(row);
      row = ` ${word}`;
    } else row = row === '' ? word : `${row} ${word}`;
  }
  return [...rows, row].join('\n');
}
