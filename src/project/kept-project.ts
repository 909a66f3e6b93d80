/**
 * The specs and contracts of a project, loaded once for the same content: what was loaded is kept in the user's cache
 * folder, under a key made of every file's name and bytes, and of the code and schemas that read them. A cache that
 * cannot be read or written is no loss, only slower; what has a mistake in it is never kept.
 */
import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { deepFreeze } from '../load/freeze.ts';
import { COMMON } from '../load/load-catalogue.ts';
import { loadProject } from '../load/load-project.ts';
import type { Project } from '../load/model.ts';

const FOLDERS = ['specs', 'contracts'] as const;
/** What reads them: other code may read the same files in another way. */
const READERS = ['load', 'record', 'schema'] as const;
/** Projects that are kept; the oldest go. */
const MOST_KEPT = 20;

/** As `loadProject`, with the same errors. */
export function projectOf(root: string, folder = cacheFolder(process.env)): Project {
  const key = folder === undefined ? undefined : keyOf(root);
  if (folder === undefined || key === undefined) return loadProject(root);
  const file = path.join(folder, `${key}.json`);
  const kept = read(file);
  if (kept !== undefined) return deepFreeze(kept);
  const project = loadProject(root);
  keep(folder, file, project);
  return project;
}

function cacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  const home =
    env['XDG_CACHE_HOME'] ??
    (process.platform === 'win32' ? env['LOCALAPPDATA'] : undefined) ??
    path.join(homedir(), '.cache');
  return path.isAbsolute(home) ? path.join(home, 'plumbline') : undefined;
}

function keyOf(root: string): string | undefined {
  try {
    const hash = createHash('sha256');
    const code = READERS.every((name) => addFolder(hash, path.join(import.meta.dirname, '..', name), name));
    const common = addFolder(hash, COMMON.folder, 'common');
    return code && common && FOLDERS.every((name) => addFolder(hash, path.join(root, name), name))
      ? hash.digest('hex')
      : undefined;
  } catch {
    return undefined;
  }
}

/** False where there is something that is neither a file nor a folder. */
function addFolder(hash: Hash, folder: string, name: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.every((entry) => {
    const [place, shown] = [path.join(folder, entry.name), `${name}/${entry.name}`];
    if (entry.isDirectory()) return addFolder(hash, place, shown);
    if (!entry.isFile()) return false;
    const bytes = readFileSync(place);
    hash.update(`${shown}\0${bytes.length}\0`).update(bytes);
    return true;
  });
}

function read(file: string): Project | undefined {
  try {
    const project = JSON.parse(readFileSync(file, 'utf8')) as Partial<Project>;
    return Array.isArray(project.specs) && Array.isArray(project.contracts) ? (project as Project) : undefined;
  } catch {
    return undefined;
  }
}

function keep(folder: string, file: string, project: Project): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(project), { mode: 0o600 });
    renameSync(unfinished, file);
    const age = (name: string): number => statSync(path.join(folder, name)).mtimeMs;
    const names = readdirSync(folder).sort((a, b) => age(b) - age(a));
    for (const name of names.slice(MOST_KEPT)) rmSync(path.join(folder, name), { force: true });
  } catch {
    // Slower next time, and nothing worse.
  }
}
