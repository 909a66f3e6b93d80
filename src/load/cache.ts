/**
 * Cache of values that are built from files, in the user's cache folder. The key is a hash of the name and bytes of every file. If the
 * cache cannot be read or written, everything works, only slower.
 */
import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Maximum number of cached files; the oldest are deleted. */
const MAX_KEPT = 100;

/** Code that reads specs, contracts and catalogues is part of the key: other code may read the same files in another way. */
const READERS = ['load', 'model', 'schema'].map((name) => path.join(import.meta.dirname, '..', name));

export interface BuiltValue<T> {
  readonly value: T;
  /** Only a value without problems is cached, since problems are reported each time. */
  readonly isSound: boolean;
}

/** The value that `make` builds from the files in these folders, or the cached value for the same files. */
export function cachedValue<T>(
  folders: readonly string[],
  isLike: (value: unknown) => value is T,
  make: () => BuiltValue<T>,
  cache = cacheFolder(process.env),
): T {
  const place = cacheEntryFor(folders, [], cache);
  if (place === undefined) return make().value;
  const known = readCache(place);
  if (isLike(known)) return known;
  const { value, isSound } = make();
  if (isSound) writeCache(place, value);
  return value;
}

/** Place of a value in the cache. */
export interface CacheEntry {
  readonly cache: string;
  readonly name: string;
}

/** Place of the value for these folders and key words; undefined if caching is impossible. */
export function cacheEntryFor(
  folders: readonly string[],
  words: readonly string[],
  cache = cacheFolder(process.env),
): CacheEntry | undefined {
  const key = cache === undefined ? undefined : keyOf([...READERS, ...folders], words);
  return cache === undefined || key === undefined ? undefined : { cache, name: `${key}.json` };
}

/** The cache folder of the user. */
export function cacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  const home =
    env['XDG_CACHE_HOME'] ??
    (process.platform === 'win32' ? env['LOCALAPPDATA'] : undefined) ??
    path.join(homedir(), '.cache');
  return path.isAbsolute(home) ? path.join(home, 'plumbline') : undefined;
}

function keyOf(folders: readonly string[], words: readonly string[]): string | undefined {
  try {
    const hash = createHash('sha256').update(words.length === 0 ? '' : JSON.stringify(words));
    // Names without their folder: the key is the same wherever the project is.
    return folders.every((folder) => addFolder(hash, folder, path.basename(folder))) ? hash.digest('hex') : undefined;
  } catch {
    return undefined;
  }
}

/** False if an entry is neither a file nor a folder. */
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

/** The cached value, or undefined. */
export function readCache({ cache, name }: CacheEntry): unknown {
  try {
    return JSON.parse(readFileSync(path.join(cache, name), 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

export function writeCache({ cache, name }: CacheEntry, value: unknown): void {
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    const file = path.join(cache, name);
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(value), { mode: 0o600 });
    renameSync(unfinished, file);
    const age = (item: string): number => statSync(path.join(cache, item)).mtimeMs;
    const names = readdirSync(cache).sort((a, b) => age(b) - age(a));
    for (const old of names.slice(MAX_KEPT)) rmSync(path.join(cache, old), { force: true });
  } catch {
    // Without the cache, the next start is only slower.
  }
}
