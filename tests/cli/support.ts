/** The command line as a user starts it, and copies of the project that may be broken. */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import { removeEndHandlers } from '../../src/project/end-signals.ts';
import type { Ended } from '../ended.ts';
import { temporary } from '../temporary.ts';

export const ROOT = path.join(import.meta.dirname, '..', '..');
const BIN = path.join(ROOT, 'bin', 'plumbline.js');

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with all output of a stream so far. Only for commands in this process. */
  readonly onOutput?: (text: string) => void;
}

/** What starts processes, threads or sockets of its own is started as a process too. */
const PROCESSES = ['run', 'serve', 'prove'];

/**
 * Runs `plumbline` to its end: in this process where nothing of a process of its own is needed, since starting one costs
 * more than most commands do. `tests/run` starts every kind of command from a shell.
 */
export function plumbline(args: readonly string[], options: Options = {}): Promise<Ended> {
  return PROCESSES.includes(args[0] ?? '') ? started(args, options) : inTurn(args, options);
}

/** Runs any command in this process, also `run`. Only the services of an embedded target are a process of their own. */
export function atOnce(args: readonly string[], options: Options = {}): Promise<Ended> {
  return inTurn(args, options);
}

let turn: Promise<unknown> = Promise.resolve();

/** The working folder and the outputs are the process's, so that commands wait for each other. */
function inTurn(args: readonly string[], options: Options): Promise<Ended> {
  const ended = turn.then(() => here(args, options));
  turn = ended.catch(() => undefined);
  return ended;
}

async function here(args: readonly string[], { cwd = ROOT, env = {}, onOutput }: Options): Promise<Ended> {
  process.env['NO_COLOR'] = '1';
  const environment = { ...process.env };
  Object.assign(process.env, env);
  const { commandLine } = await import('../../src/cli/command-line.ts');
  const before = process.cwd();
  const [stdout, stderr] = [taken(process.stdout, onOutput), taken(process.stderr, onOutput)];
  process.chdir(cwd);
  try {
    await commandLine(args);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.exitCode = undefined;
    removeEndHandlers();
    for (const name of Object.keys(env)) {
      delete process.env[name];
      if (environment[name] !== undefined) process.env[name] = environment[name];
    }
    process.chdir(before);
    stdout.giveBack();
    stderr.giveBack();
  }
}

interface Taken {
  readonly text: () => string;
  readonly giveBack: () => void;
}

/** Whatever is written to a stream, until it is given back. */
function taken(stream: NodeJS.WriteStream, onOutput?: Options['onOutput']): Taken {
  const texts: string[] = [];
  const spy = vi.spyOn(stream, 'write').mockImplementation((text) => {
    texts.push(text.toString());
    onOutput?.(texts.join(''));
    return true;
  });
  return { text: () => texts.join(''), giveBack: () => spy.mockRestore() };
}

function started(args: readonly string[], options: Options): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', ...options.env };
    // A run inside of this one must not take over the settings of an outer run.
    for (const name of Object.keys(env))
      if (name.startsWith('PLUMBLINE_') || name.startsWith('VITEST')) delete env[name];
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: options.cwd ?? ROOT,
      env: { ...env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

export { temporary as tempFolder };

/** What every service is tried with comes with the program, and stands in no other project. */
export const isOwn = (place: string): boolean =>
  !['contracts/common', 'specs/http'].some((own) => place.endsWith(path.normalize(own)));

/** Specs, contracts and targets in a folder of their own. */
export function projectCopy(): string {
  const folder = temporary();
  for (const name of ['specs', 'contracts', 'targets'])
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true, filter: isOwn });
  return folder;
}

/** Replaces the one place where `from` stands; a text that is not there, or twice, is a mistake of the test. */
export function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold exactly one ${JSON.stringify(from)}`);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
}

export function append(file: string, text: string): void {
  writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n${text}`);
}
