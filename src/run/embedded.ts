/** Reference services of an embedded target, in a child process for one run. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { EXIT, projectRoot } from '../project/package.ts';

export interface Embedded {
  /** Target file of the services, once they listen. */
  readonly target: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** The command that starts them. They end when their standard input closes, however the parent ends. */
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

/** Starts them; `tell` gets their standard error. */
export function startEmbedded(faults: readonly string[], tell: (text: string) => void): Embedded {
  const [program = '', ...words] = servingCommand(faults);
  // Detached, since Ctrl-C reaches all processes of a terminal and the run still has to delete its records.
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32' });
  const stderr: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr.push(text);
    tell(text);
  });
  // The process may have ended already.
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
    void ended.then((code) => reject(notStarted(code, stderr.join(''))));
  });
  // If planning failed, nothing awaits the services, and their end is not an error.
  target.catch(() => undefined);
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  return { target, stop };
}

/** Error for services that did not start. Exit code 2: they have printed the mistake, such as an unknown version. */
function notStarted(code: number | null, stderr: string): Error {
  return code === EXIT.badInput
    ? BadInput.of('embedded-services', 'the reference services did not start (see the error above)', {
        hint: 'They implement the versions in services/services.ts. For newer versions, they behave like the newest of these.',
      })
    : new Error(`the reference services did not start\n${stderr}`);
}
