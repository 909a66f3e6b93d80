/** `plumbline prove`: seeded faults against checks. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import picomatch from 'picomatch';
import { faults, variants } from '../../services/index.ts';
import { BadInput } from '../errors.ts';
import { campaign, knownServices, versionsOf } from '../prove/campaign.ts';
import { contractsOf } from '../prove/places.ts';
import { proofMarkdown, proofSummary, sampleHoles, sampleSummary, serializeProof } from '../prove/render.ts';
import { drawn } from '../prove/sample.ts';
import { isComplete } from '../prove/score.ts';
import type { Scope } from '../prove/tasks.ts';
import { publishedOf, type ProofFile } from '../report/proof.ts';
import { projectOf } from '../project/kept-project.ts';
import { PROOF_FILE, readPublished } from '../project/published-proof.ts';
import { projectRoot } from '../project/root.ts';
import { EXIT } from './exit.ts';
import { list, whole } from './options.ts';
import { say, tell } from './say.ts';

interface ProveOptions {
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  readonly fault?: string;
  readonly out?: string;
  readonly list?: boolean;
  readonly sample?: string;
  readonly publish?: boolean;
  readonly workers: number;
}

export function proveCommand(): Command {
  return new Command('prove')
    .description(
      'Seeds every fault into the reference services, one at a time, and tells which checks notice it. Ends with 0 only when all are noticed, every check can fail, and no legal variant is flagged.',
    )
    .option('--service <services>', 'only faults and checks of these services, comma-separated', list)
    .option('--spec <versions>', 'only these spec versions, comma-separated', list)
    .option(
      '--fault <glob>',
      'only faults whose id matches; checks that no such fault touches then stay without a killer',
    )
    .option('--sample <seed>', 'only a part, drawn by this text: every rule and every kind of fault at least once')
    .option('--out <dir>', 'folder for proof.json and proof.md')
    .option('--publish', 'afterwards writes docs/proof.md and docs/proof.json, with one proving fault for each rule')
    .option('--list', 'print the faults (with --fault only those that match) and the legal variants, and try nothing')
    .option('--workers <n>', 'threads', whole('--workers', 1, 64), availableParallelism())
    .action(prove);
}

async function prove(options: ProveOptions): Promise<void> {
  const scope = scopeOf(options);
  if (options.list === true) return print(scope);
  const root = projectRoot();
  const started = performance.now();
  const { sample } = options;
  if (sample !== undefined && (options.fault !== undefined || options.publish === true))
    throw BadInput.of(
      'usage',
      `--sample draws a part of all faults: it does not go with ${options.publish === true ? '--publish' : '--fault'}`,
    );
  const proven = readPublished(root)?.rules ?? [];
  const proof = await campaign({
    root,
    scope,
    workers: options.workers,
    progress: progressLine(),
    ...(sample === undefined ? {} : { draw: (tasks) => drawn(sample, tasks, faults, proven) }),
  });
  if (options.out !== undefined) {
    mkdirSync(options.out, { recursive: true });
    writeFileSync(path.join(options.out, 'proof.json'), serializeProof(proof));
    writeFileSync(path.join(options.out, 'proof.md'), proofMarkdown(proof));
  }
  if (options.publish === true) publish(root, proof);
  const seconds = (performance.now() - started) / 1000;
  if (sample !== undefined) {
    say(sampleSummary(proof, sample, seconds));
    process.exitCode = sampleHoles(proof).length > 0 ? EXIT.block : EXIT.admit;
    return;
  }
  say(proofSummary(proof, seconds));
  // With some of the faults only, checks that others turn red are no holes.
  const holes = options.fault === undefined ? !isComplete(proof) : proof.survivors.length + proof.strays.length > 0;
  process.exitCode = holes ? EXIT.block : EXIT.admit;
}

function publish(root: string, proof: ProofFile): void {
  writeFileSync(path.join(root, PROOF_FILE), serializeProof(publishedOf(proof)));
  writeFileSync(path.join(root, 'docs', 'proof.md'), proofMarkdown(proof));
}

function scopeOf({ service, spec, fault }: ProveOptions): Scope {
  const known = knownServices();
  for (const name of service ?? []) {
    if (!known.includes(name))
      throw BadInput.of('unknown-service', `there is no service "${name}"`, { hint: `Services: ${known.join(', ')}.` });
  }
  const versions = versionsOf(projectOf(projectRoot()));
  const specs = Object.entries(versions).flatMap(([name, ids]) => (service?.includes(name) === false ? [] : ids));
  for (const id of spec ?? []) {
    if (!specs.includes(id))
      throw BadInput.of('unknown-version', `there is no spec version "${id}"`, {
        hint: `Versions: ${specs.join(', ')}.`,
      });
  }
  // A service whose versions were not asked for takes no part.
  const services =
    spec === undefined
      ? service
      : Object.keys(versions).filter(
          (name) => service?.includes(name) !== false && versions[name]?.some((id) => spec.includes(id)) === true,
        );
  const isMeant = fault === undefined ? undefined : matcherOf(fault);
  if (
    isMeant !== undefined &&
    !faults.some((f) => isMeant(f.id) && services?.includes(contractsOf(f.service)) !== false)
  ) {
    throw BadInput.of('unknown-fault', `no fault matches "${fault ?? ''}"`, {
      hint: '"plumbline prove --list" tells them all.',
    });
  }
  return {
    ...(services === undefined ? {} : { services }),
    ...(spec === undefined ? {} : { specs: spec }),
    ...(isMeant === undefined ? {} : { isMeant }),
  };
}

/** A glob over whole ids, in which a star stands for any text; a word without one may stand anywhere. */
function matcherOf(pattern: string): (id: string) => boolean {
  return /[*?[{]/.test(pattern) ? picomatch(pattern, { dot: true, bash: true }) : (id) => id.includes(pattern);
}

function print(scope: Scope): void {
  const meant = faults.filter(
    (f) => scope.services?.includes(contractsOf(f.service)) !== false && scope.isMeant?.(f.id) !== false,
  );
  const range = (since: string | undefined, until: string | undefined): string =>
    since === undefined && until === undefined ? '' : ` [${since ?? ''}..${until ?? ''}]`;
  const lines = meant.map(
    (f) =>
      `${f.id}${range(f.since, f.until)}\n    ${f.describes}${f.unobservable === undefined ? '' : ` (Cannot be noticed: ${f.unobservable})`}`,
  );
  const legal =
    scope.isMeant === undefined ? ['', 'Legal variants:', ...variants.map((v) => `${v.id}\n    ${v.describes}`)] : [];
  say(`${[...lines, ...legal].join('\n')}\n`);
}

/** A line on standard error that counts; on a terminal it stays in its place. */
function progressLine(): (done: number, all: number) => void {
  let said = -1;
  return (done, all) => {
    const tenth = Math.floor((10 * done) / all);
    const isLast = done === all;
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} trials${isLast ? '\n' : ''}`);
    else if (tenth > said) tell(`${done} of ${all} trials\n`);
    said = tenth;
  };
}
