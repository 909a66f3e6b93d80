/** docs/reliability.md: what was tried, and what it cost. */
import { omitUndefined } from '../../src/model/objects.ts';
import type { Tried } from './classes.ts';

export interface Figures {
  readonly classes: readonly (Tried & { readonly name: string })[];
  readonly atOnce: {
    readonly tricks: number;
    /** How often any of them was played. */
    readonly played: number;
    readonly code: number;
    readonly requests: number;
    readonly secrets: number;
    /** Of its largest process, in MiB. */
    readonly peak: number;
    readonly problems: readonly string[];
  };
  readonly bounds: { readonly memory: number; readonly requests: number };
  readonly machine: string;
}

const number = (value: number | undefined): string => (value === undefined ? '–' : value.toLocaleString('en'));

/** What the soak wrote stands behind this line, and stays. */
export const SOAK = '## A long run';

export function reliabilityDocument({ classes, atOnce, bounds, machine }: Figures, before: string): string {
  const sum = (of: (one: Tried) => number | undefined): number =>
    classes.reduce((total, one) => total + (of(one) ?? 0), 0);
  const rows = classes.map(
    ({ name, inputs, survived, exchanges, secrets, peak }) =>
      `| ${name} | ${number(inputs)} | ${number(survived)} | ${number(exchanges)} | ${secrets} | ${peak} |`,
  );
  const soak = before.includes(SOAK) ? before.slice(before.indexOf(SOAK)) : '';
  return `# Reliability

Written by \`npx tsx scripts/reliability/main.ts\`. What a target sends is hostile, and so are files from strangers: each class below was tried in a process of
its own (${machine}). The tricks are the tables in \`tests/hostile/\`.

*Survived* means that planning, sending, judging and writing the whole report came to an end, that each check has a verdict, that nothing
was sent to anybody else, and that in the same process a right service was found right after it. *Secrets* counts the places, in any byte of what
was written, where a key, an assertion or a token stands in any of the forms in which services repeat what they were sent. *Peak* is the most
memory (resident, MiB) that the process of that class ever held; the first row is what a run takes that meets nothing hostile.

| class | inputs | survived | exchanges | secrets | peak |
|---|--:|--:|--:|--:|--:|
${rows.join('\n')}
| **all** | **${number(sum((one) => one.inputs))}** | **${number(sum((one) => one.survived))}** | **${number(sum((one) => one.exchanges))}** | **${sum((one) => one.secrets)}** | **${Math.max(...classes.map((one) => one.peak))}** |

## All at once

One \`plumbline run\` against a service and an identity provider that answer every second request with the next of ${atOnce.tricks} tricks, each of them
once. \`tests/run/every-trick.test.ts\` does the same with every change.

| | here | may be |
|---|--:|--:|
| exit code | ${atOnce.code} | 1 or 3 |
| requests | ${number(atOnce.requests)} | ${number(bounds.requests)} |
| tricks played | ${number(atOnce.played)} | ${atOnce.tricks} |
| secrets found | ${atOnce.secrets} | 0 |
| peak of its largest process, MiB | ${atOnce.peak} | ${number(bounds.memory)} |

What bounds a run: one answer is read up to 8 MiB (\`limits.maxResponseBytes\`), all of them are kept up to 128 MiB (\`limits.maxRunBytes\`), each request has its
time-out, an address that lets three in a row wait, or where ten in a row reach nobody, is asked a few times more and then left alone, and \`limits.minutes\` ends the whole.
${soak === '' ? '' : `\n${soak}`}`;
}

/** What the document says of a class; undefined where it does not name it. */
export function rowOf(name: string, document: string): Tried | undefined {
  const row = document.split('\n').find((line) => line.startsWith(`| ${name} |`));
  const [inputs, survived, exchanges, secrets, peak] = (row?.split('|').slice(2, 7) ?? []).map((cell) => {
    const text = cell.trim().replaceAll(',', '');
    return text === '–' ? undefined : Number(text);
  });
  if (inputs === undefined || survived === undefined || secrets === undefined || peak === undefined) return undefined;
  return { inputs, survived, ...omitUndefined({ exchanges }), secrets, led: 0, peak, problems: [] };
}
