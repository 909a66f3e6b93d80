/** Follows a page of the docs literally: types its commands and saves its files in a folder with the installed package. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { COMMAND } from '../../src/model/text.ts';
import { ROOT } from './support.ts';

const run = promisify(execFile);
/** Port of the service in the docs. */
const PORT = '4010';

export interface Block {
  readonly language: string;
  /**
   * Purpose of the block, after its language: `file`, `line` and `end` write to the file `value`; `exits` is an exit code; `prints` is
   * output of the commands before it; `in` is the clone or the second terminal. All of it is also in the text of the page.
   */
  readonly word: string;
  readonly value: string;
  readonly text: string;
}

/** Fenced blocks of a page. */
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

/** Environment of a user: without variables of these tests, and with this Node first in the path. */
function environment(node: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PLUMBLINE_|VITEST|TEST|NODE_|npm_|CI$)/.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: [path.dirname(node), process.env['PATH'] ?? ''].join(path.delimiter),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_offline: 'false',
    npm_config_prefer_offline: 'true',
  };
}

export class DocReader {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  #service: ChildProcess | undefined;
  /** A free port: the port in the docs may be in use. */
  #port = '';
  #hasUsedNpx = false;
  /** Output of all commands so far. */
  #output = '';

  constructor(folder: string, node = process.execPath) {
    this.#folder = folder;
    this.#env = environment(node);
  }

  async follow(blocks: readonly Block[]): Promise<void> {
    this.#port = await freePort();
    for (const block of blocks) await this.#follow({ ...block, text: block.text.replaceAll(PORT, this.#port) });
  }

  stopService(): void {
    this.#service?.kill();
  }

  async #follow(block: Block): Promise<void> {
    if (block.word === 'prints') return this.#expectPrinted(block);
    if (block.language !== 'sh') return block.word === '' ? undefined : this.#write(block);
    // The package is packed in the clone before a test begins.
    if (block.value === 'clone') return;
    if (block.value === 'second-terminal') return this.#restartService(block.text.trim());
    for (const line of block.text.trimEnd().split('\n')) {
      const { code, text } = await this.#type(this.#typed(line));
      this.#output += text;
      expect(code, `${line}\n${text}`).toBe(block.word === 'exits' ? Number(block.value) : 0);
    }
  }

  #expectPrinted({ text }: Block): void {
    for (const line of text.trimEnd().split('\n')) expect(`\n${this.#output}\n`).toContain(`\n${line}\n`);
  }

  /** `npx` takes longer than most commands, so only the first one runs through it. */
  #typed(line: string): string {
    if (!line.startsWith(`${COMMAND} `)) return line;
    const hasUsedNpx = this.#hasUsedNpx;
    this.#hasUsedNpx = true;
    return hasUsedNpx ? line.replace(COMMAND, path.join('node_modules', '.bin', 'plumbline')) : line;
  }

  async #restartService(command: string): Promise<void> {
    this.#service?.kill();
    const [file = '', ...args] = command.split(' ');
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
    expect(same, `lines of ${value} that are replaced with\n${text}`).toHaveLength(1);
    writeFileSync(file, lines.map((line) => (line === same[0] ? text.trimEnd() : line)).join('\n'));
  }
}

/** Key of a line, with or without a comment sign: the text before its first colon, or the checks of a binding. */
function keyOf(line: string): string {
  const active = line.replace(/^( *)# /, '$1');
  return /^\s*- \{ checks: "[^"]*"/.exec(active)?.[0] ?? /^[^:]*:/.exec(active)?.[0] ?? active;
}
