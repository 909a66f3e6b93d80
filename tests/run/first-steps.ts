/** A document of commands and files, followed to the letter by somebody with an empty folder and the packed package. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { COMMAND } from '../../src/model/text.ts';
import { ROOT } from './support.ts';

const run = promisify(execFile);
const PORT = '4010';
const PACKAGE = COMMAND.replace('npx ', '');

export interface Block {
  readonly language: string;
  /** What is done with it, and to which file: `file`, `line`, `end`, `exits`, `restarts`; or that it was printed: `prints`. */
  readonly word: string;
  readonly value: string;
  readonly text: string;
}

/** Blocks of a document that somebody follows: commands, and files with what is to be in them. */
export function blocksOf(file: string): readonly Block[] {
  const written = readFileSync(path.join(ROOT, 'docs', file), 'utf8');
  return [...written.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', info = '', text = '']) => {
      const [word = '', value = ''] = info.split('=');
      return { language, word, value, text };
    },
  );
}

function freePort(): Promise<string> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(String(port)));
    }),
  );
}

/** What somebody has who never ran these tests, with this Node before all others. */
function environment(node: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PLUMBLINE_|VITEST|TEST|NODE_|npm_|CI$)/.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: [path.dirname(node), process.env['PATH'] ?? ''].join(path.delimiter),
    npm_config_offline: 'false',
    npm_config_prefer_offline: 'true',
  };
}

/** Somebody who types what stands there, in a folder of their own. */
export class Reader {
  readonly #folder: string;
  readonly #tarball: string;
  readonly #env: NodeJS.ProcessEnv;
  #service: ChildProcess | undefined;
  /** In place of the one that the document names, at which somebody else may be. */
  #port = '';
  #knowsNpx = false;
  /** All that was printed so far. */
  #said = '';

  constructor(folder: string, tarball: string, node = process.execPath) {
    this.#folder = folder;
    this.#tarball = tarball;
    this.#env = environment(node);
  }

  async follow(blocks: readonly Block[]): Promise<void> {
    this.#port = await freePort();
    for (const block of blocks) await this.#do({ ...block, text: block.text.replaceAll(PORT, this.#port) });
  }

  leave(): void {
    this.#service?.kill();
  }

  async #do(block: Block): Promise<void> {
    if (block.word === 'prints') return this.#isPrinted(block);
    if (block.language !== 'sh') return block.word === '' ? undefined : this.#write(block);
    for (const line of block.text.trimEnd().split('\n')) {
      if (line.endsWith(' &')) {
        await this.#start(line);
        continue;
      }
      const { code, text } = await this.#type(this.#typed(line));
      this.#said += text;
      expect(code, `${line}\n${text}`).toBe(block.word === 'exits' ? Number(block.value) : 0);
    }
  }

  /** What a document says that is printed was printed, line for line. */
  #isPrinted({ text }: Block): void {
    for (const line of text.split('\n')) expect(`\n${this.#said}\n`).toContain(`\n${line}\n`);
  }

  #typed(line: string): string {
    // What is not published yet is installed from where it was packed.
    if (line === `npm install --save-dev ${PACKAGE}` && existsSync(path.join(this.#folder, 'node_modules')))
      return 'true';
    if (line === `npm install --save-dev ${PACKAGE}`)
      return `${line.replace(PACKAGE, this.#tarball)} --ignore-scripts --no-audit --no-fund`;
    if (!line.startsWith(`${COMMAND} `)) return line;
    // That npx finds it is shown once; then what it finds is typed, since npx takes longer than most of these commands.
    const wasKnown = this.#knowsNpx;
    this.#knowsNpx = true;
    return wasKnown ? line.replace(COMMAND, path.join('node_modules', '.bin', 'plumbline')) : line;
  }

  /** In the background: it ends when the reader leaves, or when it is started again. */
  async #start(command: string): Promise<void> {
    this.#service?.kill();
    const [file = '', ...args] = command.replace(/ &$/, '').split(' ');
    const child = spawn(file, args, { cwd: this.#folder, env: this.#env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#service = child;
    await new Promise((resolve) => child.stdout.once('data', resolve));
  }

  async #type(command: string): Promise<{ readonly code: number; readonly text: string }> {
    try {
      const { stdout, stderr } = await run('sh', ['-c', command], { cwd: this.#folder, env: this.#env });
      return { code: 0, text: `${stdout}${stderr}` };
    } catch (error) {
      const { code, stdout, stderr } = error as {
        readonly code: number;
        readonly stdout: string;
        readonly stderr: string;
      };
      return { code, text: `${stdout}${stderr}` };
    }
  }

  #write({ word, value, text }: Block): void {
    const file = path.join(this.#folder, value);
    mkdirSync(path.dirname(file), { recursive: true });
    if (word === 'file') return writeFileSync(file, text);
    if (word === 'end') return appendFileSync(file, text);
    const lines = readFileSync(file, 'utf8').split('\n');
    const same = lines.filter((line) => keyOf(line) === keyOf(text.trimEnd()));
    expect(same, `${value} has one such line:\n${text}`).toHaveLength(1);
    writeFileSync(file, lines.map((line) => (line === same[0] ? text.trimEnd() : line)).join('\n'));
  }
}

/** What a line says is what stands before its first colon, or the checks of a binding. */
function keyOf(line: string): string {
  return (
    /^\s*- \{ checks: "[^"]*"/.exec(line)?.[0] ??
    /^\s*if \(request\.headers\['[\w-]+'\]/.exec(line)?.[0] ??
    /^[^:]*:/.exec(line)?.[0] ??
    line
  );
}
