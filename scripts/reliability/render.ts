/** Figures of the reliability tests (figures.json), and docs/generated/reliability.md, which shows them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('figures.json', import.meta.url));

export interface ClassFigures {
  readonly name: string;
  readonly inputs: number;
  readonly survived: number;
  readonly exchanges?: number;
  readonly secrets: number;
  /** Peak resident memory of the process, in MiB. */
  readonly peak: number;
}

export interface Figures {
  readonly machine: string;
  readonly classes: readonly ClassFigures[];
  readonly atOnce: {
    readonly tricks: number;
    /** Number of tricks that the run met. */
    readonly played: number;
    readonly code: number;
    readonly requests: number;
    readonly secrets: number;
    /** Peak resident memory of its largest process, in MiB. */
    readonly peak: number;
  };
  /** Limits of that run. */
  readonly bounds: { readonly memory: number; readonly requests: number };
  readonly soak: {
    readonly minutes: number;
    readonly runs: number;
    readonly requests: number;
    readonly rows: readonly {
      readonly what: string;
      readonly first: number;
      readonly middle: number;
      readonly last: number;
    }[];
  };
}

export function readFigures(): Figures {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Figures;
}

export function writeFigures(figures: Figures): void {
  writeFileSync(FILE, `${JSON.stringify(figures, undefined, 2)}\n`);
}

const number = (value: number | undefined): string => (value === undefined ? '–' : value.toLocaleString('en'));

export function reliabilityDocument({ classes, atOnce, bounds, machine, soak }: Figures): string {
  const sum = (of: (one: ClassFigures) => number | undefined): number =>
    classes.reduce((total, one) => total + (of(one) ?? 0), 0);
  const rows = classes.map(
    ({ name, inputs, survived, exchanges, secrets, peak }) =>
      `| ${name} | ${number(inputs)} | ${number(survived)} | ${number(exchanges)} | ${secrets} | ${peak} |`,
  );
  return `# Reliability

Measured with ${machine}. The inputs are the tables in \`tests/hostile/\`. Each class runs in its own process.

*Survived*: Plumbline plans, sends, judges and writes the whole report, every check has a verdict, no request goes to another host, and a
correct service passes in the same process afterwards. *Secrets*: keys, assertions or tokens found in the output files. *Peak*: peak
resident memory in MiB. The first row is a run without hostile input.

| class | inputs | survived | exchanges | secrets | peak |
|---|--:|--:|--:|--:|--:|
${rows.join('\n')}
| **all** | **${number(sum((one) => one.inputs))}** | **${number(sum((one) => one.survived))}** | **${number(sum((one) => one.exchanges))}** | **${sum((one) => one.secrets)}** | **${Math.max(...classes.map((one) => one.peak))}** |

## All tricks in one run

A service and an identity provider send one of ${atOnce.tricks} hostile responses to every second request.

| | measured | allowed |
|---|--:|--:|
| exit code | ${atOnce.code} | 1 or 3 |
| requests | ${number(atOnce.requests)} | ${number(bounds.requests)} |
| tricks sent | ${number(atOnce.played)} | ${atOnce.tricks} |
| secrets found | ${atOnce.secrets} | 0 |
| peak memory of the largest process, MiB | ${atOnce.peak} | ${number(bounds.memory)} |

## Long run

${number(soak.runs)} runs in one process (${soak.minutes} minutes, ${number(soak.requests)} requests); every second response is hostile. Values after the first run, and
medians of the middle third and of the last third.

| | first run | middle third | last third |
|---|--:|--:|--:|
${soak.rows.map(({ what, first, middle, last }) => `| ${what} | ${first} | ${middle} | ${last} |`).join('\n')}
`;
}
