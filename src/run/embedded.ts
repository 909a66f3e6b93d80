/** The reference services of an embedded target: a process of its own, started for a run and gone with it. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { EXIT, projectRoot } from '../project/package.ts';

export interface Embedded {
  /** The target file that leads to them, once they listen. */
  readonly target: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** What starts them. They end with whoever started them, however that ends: their standard input does. */
export function servingCommand(faults: readonly string[]): readonly string[] {
  const launcher = path.join(projectRoot(import.meta.dirname), 'bin', 'plumbline.js');
  return [
    process.execPath,
    launcher,
    'serve',
    '--while-stdin',
    ...(faults.length === 0 ? [] : ['--fault', faults.join(',')]),
  ];
}

/** Starts them; `tell` gets what they say on standard error. */
export function startEmbedded(faults: readonly string[], tell: (text: string) => void): Embedded {
  const [program = '', ...words] = servingCommand(faults);
  // A signal from the keyboard reaches all that a terminal started: what was made is still to be removed from them then.
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32' });
  const told: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told.push(text);
    tell(text);
  });
  // It may be gone already.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve(null));
  });
  const target = new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const [first, second] = text.split('\n');
      if (second !== undefined) resolve((JSON.parse(first ?? '') as { readonly target: string }).target);
    });
    void ended.then((code) => reject(notStarted(code, told.join(''))));
  });
  // Where nobody waits for it any more, because planning found something wrong, that it ended is no news.
  target.catch(() => undefined);
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  return { target, stop };
}

/** Error for services that did not start. Exit code 2: they have printed the mistake, such as an unknown version. */
function notStarted(code: number | null, told: string): Error {
  return code === EXIT.badInput
    ? BadInput.of('embedded-services', 'the reference services did not start, for the reason above', {
        hint: 'They implement the versions in services/services.ts, and serve newer ones like the newest of these.',
      })
    : new Error(`the reference services did not start\n${told}`);
}
