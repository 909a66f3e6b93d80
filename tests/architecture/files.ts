/** The project's own files, as a reader finds them on a fresh checkout: nothing installed, nothing built, no reports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const FOLDERS = [
  'bench',
  'bin',
  'contracts',
  'docs',
  'scripts',
  'services',
  'specs',
  'src',
  'suites',
  'targets',
  'tests',
  '.ci',
];
const LEFT_OUT = new Set(['node_modules', 'dist', 'test-results', '.git']);

/** Paths below the root, with `/` between the parts. */
export const files: readonly string[] = [
  ...filesOf('.').filter((file) => !file.includes('/') && file !== 'package-lock.json'),
  ...FOLDERS.filter((folder) => existsSync(path.join(ROOT, folder))).flatMap(filesBelow),
].sort();

function filesOf(folder: string): readonly string[] {
  return (
    readdirSync(path.join(ROOT, folder), { withFileTypes: true })
      // In a second working tree `.git` is a file.
      .filter((entry) => entry.isFile() && !LEFT_OUT.has(entry.name))
      .map((entry) => path.posix.join(folder, entry.name))
  );
}

function filesBelow(folder: string): readonly string[] {
  const below = readdirSync(path.join(ROOT, folder), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !LEFT_OUT.has(entry.name),
  );
  return [...filesOf(folder), ...below.flatMap((entry) => filesBelow(path.posix.join(folder, entry.name)))];
}

export function textOf(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

export interface Import {
  readonly from: string;
  /** A file of the project, or the name of a package. */
  readonly to: string;
  readonly isType: boolean;
}

// Both forms of a statement, and `import(…)` of a literal. What is inside of a type (`import('x').Y`) is a type.
const STATEMENT = /^[ \t]*(?:import|export)\s+(?<type>type\s)?(?<names>[^'";]*?\bfrom\s+)?['"](?<to>[^'"]+)['"]/gm;
const DYNAMIC = /\bawait import\(\s*['"](?<to>[^'"]+)['"]\s*\)/g;

export function importsOf(file: string): readonly Import[] {
  const text = textOf(file);
  const found = [
    ...[...text.matchAll(STATEMENT)].map((match) => ({
      to: match.groups?.['to'] ?? '',
      isType: match.groups?.['type'] !== undefined || onlyTypes(match.groups?.['names'] ?? ''),
    })),
    ...[...text.matchAll(DYNAMIC)].map((match) => ({ to: match.groups?.['to'] ?? '', isType: false })),
  ];
  return found.map(({ to, isType }) => ({
    from: file,
    to: to.startsWith('.') ? path.posix.join(path.posix.dirname(file), to) : to,
    isType,
  }));
}

/** `{ type A, type B } from`. */
function onlyTypes(names: string): boolean {
  const list = /\{([^}]*)\}/.exec(names)?.[1];
  if (list === undefined || /^\s*[\w$]/.test(names)) return false;
  const parts = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => part.startsWith('type '));
}
