/** One class of hostile input, tried by a process of its own, so that its peak of memory is nobody else's. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { formatProblem } from '../../src/errors.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { leaksOf } from '../../tests/hostile/leaks.ts';
import type { ServiceName } from '../../services/index.ts';
import { runAgainst } from '../../tests/hostile/run.ts';
import { openHostileService, TRICKS } from '../../tests/hostile/service.ts';
import { edits, mutated, MUTATED_FILES } from '../../tests/load/mutations.ts';
import { BASE, problemsOf, projectWith, write } from '../../tests/load/support.ts';
import { anyExchanges, judgedByEveryRule } from '../../tests/rules/any-exchange.ts';

export interface Tried {
  readonly inputs: number;
  readonly survived: number;
  /** What was sent for them; absent where nothing is sent. */
  readonly exchanges?: number;
  readonly secrets: number;
  /** Requests that went to somebody else's server. */
  readonly led: number;
  /** The most memory that the process held, in MiB. */
  readonly peak: number;
  /** What did not survive, and how. */
  readonly problems: readonly string[];
}

const RIGHT = 'nothing hostile';
const WAITING = 'waiting';
/** Of those who are silent all is told by it. */
const SHORT_MS = 400;
const EXCHANGES = 'random exchanges, each judged by every rule';
const FILES = 'mutated contracts, specs and targets';
const RANDOM_EXCHANGES = 500;
const MUTATIONS = 40;

interface Part {
  readonly service: ServiceName;
  readonly spec: string;
  readonly only: string;
}

/** Each operation with all that is asked of every answer; and a list that is walked, for those who lie about pages. */
const OPERATIONS: Part = {
  service: 'partner-onboarding',
  spec: '1.0.0',
  only: 'partner-onboarding/partners/{create,read,update}/outcome.*{,/**}',
};
const WALKS: Part = {
  service: 'student-reporting',
  spec: '4.0.1',
  only: 'student-reporting/campuses/list/page.*{,/**}',
};

export const CLASSES: readonly string[] = [RIGHT, ...new Set(TRICKS.map((trick) => trick.class)), EXCHANGES, FILES];

export async function tryClass(name: string): Promise<Tried> {
  const tried =
    name === EXCHANGES
      ? tryExchanges()
      : name === FILES
        ? tryFiles()
        : await tryTricks(name === RIGHT ? undefined : name);
  return { ...tried, peak: Math.round(process.resourceUsage().maxRSS / 1024) };
}

type Counted = Omit<Tried, 'peak'>;

async function tryTricks(name: string | undefined): Promise<Counted> {
  const tricks = name === undefined ? [undefined] : TRICKS.filter((trick) => trick.class === name);
  const part = name === 'pages' ? WALKS : OPERATIONS;
  const hostile = await openHostileService(part.service, part.spec);
  const out = mkdtempSync(path.join(tmpdir(), 'plumbline-reliability-'));
  const problems: string[] = [];
  let secrets = 0;
  try {
    for (const trick of tricks) {
      hostile.trick((asked) => (trick !== undefined && asked.ofTokens === trick.ofTokens ? trick : undefined));
      await hostile.door(trick?.door);
      try {
        const { report } = await runAgainst(hostile, part.only, out, name === WAITING ? SHORT_MS : undefined);
        const open = report.checks.filter((check) => check.verdict === 'untested').length;
        if (open > 0) problems.push(`${trick?.what ?? name}: ${open} checks have no verdict`);
        if (![0, 1, 3].includes(report.decision.exitCode))
          problems.push(`${trick?.what ?? name}: exit ${report.decision.exitCode}`);
        const leaks = leaksOf(hostile.secrets(), out);
        secrets += leaks.length;
        problems.push(...leaks.slice(0, 3));
      } catch (error) {
        problems.push(
          `${trick?.what ?? name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
      }
    }
    // After all of it a right service is right again, in the same process.
    hostile.trick(() => undefined);
    await hostile.door(undefined);
    const { report } = await runAgainst(hostile, part.only, out);
    if (report.decision.exitCode !== 0) problems.push(`a right service after it: exit ${report.decision.exitCode}`);
    const inputs = tricks.length;
    return {
      inputs,
      survived: Math.max(0, inputs - problems.length),
      exchanges: hostile.asked(),
      secrets,
      led: hostile.led(),
      problems,
    };
  } finally {
    await hostile.close();
    rmSync(out, { recursive: true, force: true });
  }
}

function tryExchanges(): Counted {
  const problems: string[] = [];
  const inputs = fc.sample(anyExchanges, RANDOM_EXCHANGES);
  for (const input of inputs) {
    try {
      judgedByEveryRule(input);
    } catch (error) {
      problems.push(String(error));
    }
  }
  return { inputs: inputs.length, survived: inputs.length - problems.length, secrets: 0, led: 0, problems };
}

function tryFiles(): Counted {
  const root = projectWith();
  const sound = loadProject(root);
  const env = { LIBRARY_URL: 'https://library.example', LIBRARY_KEY: 'x' };
  const problems: string[] = [];
  let inputs = 0;
  for (const file of MUTATED_FILES) {
    const original = readFileSync(path.join(BASE, file));
    for (const changes of fc.sample(edits, MUTATIONS)) {
      inputs += 1;
      write(root, file, mutated(original, changes));
      try {
        const found = file.startsWith('targets/')
          ? problemsOf(() => loadTarget('reading-room', root, env, sound))
          : problemsOf(() => loadProject(root));
        problems.push(...found.map(formatProblem).filter((text) => /undefined|\[object|\n {4}at /.test(text)));
      } catch (error) {
        problems.push(`${file}: ${String(error)}`);
      }
    }
    write(root, file, original);
  }
  return { inputs, survived: inputs - problems.length, secrets: 0, led: 0, problems };
}
