import path from 'node:path';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { omitUndefined } from '../model/objects.ts';
import { isMap } from '../model/json.ts';
import { BadInput } from '../errors.ts';

/** Identifies a process, even if its number is used again. */

export interface ProcessMark {
  readonly host: string;
  readonly pid: number;
  /** Start time in ticks since boot; absent if the system does not report it. */
  readonly started?: string;
}

export function currentProcessMark(): ProcessMark {
  const { pid } = process;
  return { host: hostname(), pid, ...omitUndefined({ started: processState(pid)?.started }) };
}

export function isProcessMark(data: unknown): data is ProcessMark {
  return (
    isMap(data) &&
    typeof data['host'] === 'string' &&
    Number.isInteger(data['pid']) &&
    (data['started'] === undefined || typeof data['started'] === 'string')
  );
}

/** Whether another process of this machine is still alive. Processes of other machines are unknown. */
export function isOtherProcessAlive({ host, pid, started }: ProcessMark): boolean {
  // Containers may reuse process numbers: a mark with ours comes from an earlier process.
  if (host !== hostname() || pid === process.pid || !isAlive(pid)) return false;
  const now = processState(pid);
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

/** Process state on Linux: an ended process keeps its number until its parent has read the exit code. */
function processState(pid: number): { readonly isEnded: boolean; readonly started: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain anything; the state is the third field, the start time the 22nd.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { isEnded: /^[ZX]/.test(fields[0] ?? ''), started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/**
 * Lock of a folder for one writer. It names its process, so that the lock of a killed process does not count. The lock is a folder that is
 * renamed into place, so that only one of two attempts succeeds on any file system.
 */

const LOCK = '.plumbline-lock';
const HOLDER = 'holder.json';

/** Throws `BadInput` if another process holds the lock. */
export function checkUnlocked(folder: string): void {
  const holder = holderOf(path.join(folder, LOCK));
  if (holder !== undefined && isOtherProcessAlive(holder))
    throw BadInput.of('folder-in-use', `another run is writing to ${folder} (process ${holder.pid})`, {
      hint: 'Use another --out, or wait until that run ends.',
    });
}

/** Throws `BadInput` if another process holds the lock. */
export function takeLock(folder: string): void {
  const lock = path.join(folder, LOCK);
  const own = `${lock}-${process.pid}`;
  try {
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own);
    writeFileSync(path.join(own, HOLDER), JSON.stringify(currentProcessMark()));
    do {
      checkUnlocked(folder);
      removeStale(lock);
    } while (!isMoved(own, lock));
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Releases our own lock. A lock that cannot be removed is stale once this process has ended. */
export function releaseLock(folder: string): void {
  const lock = path.join(folder, LOCK);
  try {
    if (JSON.stringify(holderOf(lock)) === JSON.stringify(currentProcessMark()))
      rmSync(lock, { recursive: true, force: true });
  } catch {
    return;
  }
}

function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    // Another process was faster.
    if (existsSync(to) || !existsSync(from)) return false;
    throw error;
  }
}

/** Renamed first: a lock that another process took meanwhile is put back. */
function removeStale(lock: string): void {
  const staleLock = `${lock}-${process.pid}-stale`;
  if (!existsSync(lock) || !isMoved(lock, staleLock)) return;
  const holder = holderOf(staleLock);
  if (holder !== undefined && isOtherProcessAlive(holder)) isMoved(staleLock, lock);
  rmSync(staleLock, { recursive: true, force: true });
}

/** An unreadable lock was cut off and does not count. */
function holderOf(lock: string): ProcessMark | undefined {
  try {
    const data: unknown = JSON.parse(readFileSync(path.join(lock, HOLDER), 'utf8'));
    return isProcessMark(data) ? data : undefined;
  } catch {
    return undefined;
  }
}
