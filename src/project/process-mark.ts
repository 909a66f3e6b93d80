/** Which process has left something: known again later, and told from another one that got its number. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { defined } from '../record/defined.ts';
import { isMap } from '../record/json.ts';

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
