/**
 * What a run of a hundred thousand checks costs: hundreds of contracts of one small kind of record, each with records of its own.
 * `npx tsx bench/scale.ts` measures it alone.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LAUNCHER, measured, type Measured } from './processes.ts';
import { writeThousand } from './thousand.ts';

type Answer = (
  method: string,
  target: string,
  type: string | undefined,
  text: string,
) => { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };

/** An example is JavaScript, for people who read it. */
interface Example {
  readonly library: () => Answer;
  readonly serve: (port: number, answer: Answer) => Promise<Server>;
}
const EXAMPLE = '../examples/library/service.js';

const CONTRACTS = 500;

export interface Scaled extends Measured {
  readonly contracts: number;
  readonly checks: number;
  /** Of the page, which is all that a browser loads. */
  readonly pageBytes: number;
}

/** `/shelves-17/…` is `/shelves/…` of a library of its own. */
function shelved(library: Example['library']): Answer {
  const whole = library();
  const libraries = new Map<string, Answer>();
  return (method, target, type, text) => {
    const [, number] = /^\/shelves-(\d+)/.exec(decodeURIComponent(target)) ?? [];
    if (number === undefined) return whole(method, target, type, text);
    const own = libraries.get(number) ?? library();
    libraries.set(number, own);
    const { headers, ...answer } = own(method, target.replace(/^\/[^/?]*/, '/shelves'), type, text);
    const location = headers?.['location']?.replace('/shelves/', `/shelves-${number}/`);
    return { ...answer, headers: { ...headers, ...(location === undefined ? {} : { location }) } };
  };
}

export async function measureScale(): Promise<Scaled> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-scale-'));
  const { library, serve } = (await import(EXAMPLE)) as Example;
  const server = await serve(0, shelved(library));
  try {
    writeThousand(folder, CONTRACTS);
    writeFileSync(
      path.join(folder, 'targets', 'local', 'target.yaml'),
      `target: local\nenvironment: test\nservices: { library: { baseUrl: "http://127.0.0.1:${(server.address() as AddressInfo).port}", spec: ["1.0"] } }\nlimits: { concurrency: 8 }\n`,
    );
    const out = path.join(folder, 'out');
    const cost = await measured([LAUNCHER, 'run', '--target', 'local', '--out', out, '--formats', 'ctrf'], folder, [0]);
    const { checks } = JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8')) as {
      checks: readonly unknown[];
    };
    return {
      ...cost,
      contracts: CONTRACTS,
      checks: checks.length,
      pageBytes: statSync(path.join(out, 'index.html')).size,
    };
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${JSON.stringify(await measureScale())}\n`);
