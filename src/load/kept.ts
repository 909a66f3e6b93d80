/**
 * What was made of files, kept in the user's cache folder under a key of every file's name and bytes. A cache that cannot
 * be read or written is no loss, only slower.
 */
import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** What is kept; the oldest go. */
const MOST_KEPT = 40;

/** What reads specs, contracts and catalogues: other code may read the same files in another way. */
const READERS = ['load', 'record', 'schema'].map((name) => path.join(import.meta.dirname, '..', name));

export interface Made<T> {
  readonly value: T;
  /** What has a mistake in it is told each time, and never kept. */
  readonly isSound: boolean;
}

/** What `make` makes of the files in these folders, or what it made of the same files before. */
export function kept<T>(
  folders: readonly string[],
  isLike: (value: unknown) => value is T,
  make: () => Made<T>,
  cache = cacheFolder(process.env),
): T {
  const key = cache === undefined ? undefined : keyOf([...READERS, ...folders]);
  if (cache === undefined || key === undefined) return make().value;
  const file = path.join(cache, `${key}.json`);
  const known = read(file);
  if (isLike(known)) return known;
  const { value, isSound } = make();
  if (isSound) write(cache, file, value);
  return value;
}

function cacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  const home =
    env['XDG_CACHE_HOME'] ??
    (process.platform === 'win32' ? env['LOCALAPPDATA'] : undefined) ??
    path.join(homedir(), '.cache');
  return path.isAbsolute(home) ? path.join(home, 'plumbline') : undefined;
}

function keyOf(folders: readonly string[]): string | undefined {
  try {
    const hash = createHash('sha256');
    // Whether it runs from its sources or compiled, and from wherever, the same files are the same.
    return folders.every((folder) => addFolder(hash, folder, path.basename(folder))) ? hash.digest('hex') : undefined;
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

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function write(cache: string, file: string, value: unknown): void {
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(value), { mode: 0o600 });
    renameSync(unfinished, file);
    const age = (name: string): number => statSync(path.join(cache, name)).mtimeMs;
    const names = readdirSync(cache).sort((a, b) => age(b) - age(a));
    for (const name of names.slice(MOST_KEPT)) rmSync(path.join(cache, name), { force: true });
  } catch {
    // Slower next time, and nothing worse.
  }
}
