/** What authors wait for: from the saving of one contract to its verdict, with `plumbline run --watch`. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LAUNCHER, ROOT } from './processes.ts';

/** The endpoint with the fewest fields and an own record, so that nothing else has to be made for it. */
const SAVED = path.join(ROOT, 'contracts', 'student-reporting', 'campuses.yaml');

export interface Author {
  /** Milliseconds from the start until everything is read and planned. */
  readonly ready: number;
  /** Milliseconds from saving to the line that tells what was judged, by a process that has sent nothing before. */
  readonly first: number;
  /** The same of each time after that: what is waited for all day. */
  readonly saves: readonly number[];
}

export async function savedToJudged(target: string, times: number): Promise<Author> {
  const words = [
    'run',
    '--watch',
    '--target',
    target,
    '--spec',
    '4.0.1',
    '--out',
    path.join(path.dirname(target), 'watch'),
  ];
  const began = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, ...words], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = saying(child.stdout, child.stderr);
  const text = readFileSync(SAVED, 'utf8');
  try {
    await said(/waiting for a file to be saved/);
    const ready = performance.now() - began;
    const saves: number[] = [];
    for (let time = 0; time <= times; time += 1) {
      const started = performance.now();
      const judged = said(/: [\d,]+ checks, [\d,]+ exchanges/);
      // What says the same as before is known already: each time it says something else.
      writeFileSync(SAVED, `${text}# ${time}\n`);
      await judged;
      saves.push(performance.now() - started);
      await said(/data /);
    }
    const [first = 0, ...later] = saves;
    return { ready, first, saves: later };
  } finally {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGINT');
    await ended;
    writeFileSync(SAVED, text);
  }
}

/** Resolves with what comes after it was asked for. */
function saying(...streams: readonly NodeJS.ReadableStream[]): (pattern: RegExp) => Promise<void> {
  let text = '';
  let look = (): void => undefined;
  for (const stream of streams)
    stream.on('data', (data: Buffer) => {
      text += data.toString('utf8');
      look();
    });
  return (pattern) =>
    new Promise((resolve) => {
      look = (): void => {
        const found = pattern.exec(text);
        if (found === null) return;
        text = text.slice(found.index + found[0].length);
        look = (): void => undefined;
        resolve();
      };
      look();
    });
}
