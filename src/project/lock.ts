import path from 'node:path';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { defined } from '../model/objects.ts';
import { isMap } from '../model/json.ts';
import { BadInput } from '../errors.ts';

/** Which process has left something: known again later, and told from another one that got its number. */

export interface ProcessMark {
  readonly host: string;
  readonly pid: number;
  /** In ticks since the system came up; absent where the system does not say. */
  readonly started?: string;
}

export function ownMark(): ProcessMark {
  const { pid } = process;
  return { host: hostname(), pid, ...defined({ started: statOf(pid)?.started }) };
}

export function isMark(data: unknown): data is ProcessMark {
  return (
    isMap(data) &&
    typeof data['host'] === 'string' &&
    Number.isInteger(data['pid']) &&
    (data['started'] === undefined || typeof data['started'] === 'string')
  );
}

/** Whether another process of this machine that left this is still there. Of other machines nobody knows. */
export function isOtherAlive({ host, pid, started }: ProcessMark): boolean {
  // A container may give each of its runs the same number: what has ours was left by one before.
  if (host !== hostname() || pid === process.pid || !isAlive(pid)) return false;
  const now = statOf(pid);
  return now === undefined || (!now.isEnded && (started === undefined || now.started === started));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** What Linux says of a process: one that has ended keeps its number until whoever started it has asked. */
function statOf(pid: number): { readonly isEnded: boolean; readonly started: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold anything; the state is the third field, the start the 22nd.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { isEnded: /^[ZX]/.test(fields[0] ?? ''), started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/**
 * A folder that one process alone writes to. Who holds it stands in it, so that what a killed process left holds nothing.
 * The lock is a folder that is moved to its place with what it says: of two who do so at once one succeeds, on every file system.
 */

const LOCK = '.plumbline-lock';
const HOLDER = 'holder.json';

/** Throws `BadInput` where another process that is still there holds the folder. */
export function checkFree(folder: string): void {
  const holder = holderOf(path.join(folder, LOCK));
  if (holder !== undefined && isOtherAlive(holder))
    throw BadInput.of('folder-in-use', `another run is writing to ${folder} (process ${holder.pid})`, {
      hint: 'Give another --out, or wait until it has ended.',
    });
}

/** Throws `BadInput` where another process holds it. */
export function takeLock(folder: string): void {
  const lock = path.join(folder, LOCK);
  const own = `${lock}-${process.pid}`;
  try {
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own);
    writeFileSync(path.join(own, HOLDER), JSON.stringify(ownMark()));
    do {
      checkFree(folder);
      removeStale(lock);
    } while (!isMoved(own, lock));
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Ours alone. One that cannot be removed holds nothing any more once this process is gone. */
export function dropLock(folder: string): void {
  const lock = path.join(folder, LOCK);
  try {
    if (JSON.stringify(holderOf(lock)) === JSON.stringify(ownMark())) rmSync(lock, { recursive: true, force: true });
  } catch {
    return;
  }
}

function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    // Somebody was quicker.
    if (existsSync(to) || !existsSync(from)) return false;
    throw error;
  }
}

/** Moved away first: who was quicker, and holds it by now, gets it back. */
function removeStale(lock: string): void {
  const aside = `${lock}-${process.pid}-stale`;
  if (!existsSync(lock) || !isMoved(lock, aside)) return;
  const holder = holderOf(aside);
  if (holder !== undefined && isOtherAlive(holder)) isMoved(aside, lock);
  rmSync(aside, { recursive: true, force: true });
}

/** What cannot be read was cut off: nobody holds it. */
function holderOf(lock: string): ProcessMark | undefined {
  try {
    const data: unknown = JSON.parse(readFileSync(path.join(lock, HOLDER), 'utf8'));
    return isMark(data) ? data : undefined;
  } catch {
    return undefined;
  }
}
