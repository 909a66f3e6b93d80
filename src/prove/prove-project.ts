/** Implements `plumbline prove`: selects faults, runs the campaign, prints and writes the proof. */
import { omitUndefined } from '../model/objects.ts';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { contractService, faults, variants } from '../../services/index.ts';
import { BadInput } from '../errors.ts';
import { type ProofFile, publishedProof } from '../report/proof.ts';
import { EXIT, projectRoot } from '../project/package.ts';
import { writeAtomically } from '../project/output.ts';
import { projectOf } from '../project/make-plan.ts';
import { PROOF_FILE, readPublishedProof } from '../project/published-proof.ts';
import { printWrapped, printToStderr } from '../project/terminal.ts';
import { runCampaign, servicesWithFaults, serviceVersions } from './campaign.ts';
import { nearestFault } from './known-fault.ts';
import { proofMarkdown, proofSummary, sampleHoles, sampleSummary, serializeProof } from './render.ts';
import { selectSample } from './sample.ts';
import { isCompleteProof } from './score.ts';
import type { CampaignScope, Task } from './tasks.ts';
import { checkIdMatcher } from '../plan/plan.ts';

export interface ProveOptions {
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  readonly fault?: string;
  readonly out?: string;
  readonly list?: boolean;
  readonly sample?: boolean;
  readonly publish?: boolean;
  readonly workers: number;
}

/** Prints the result, and sets the exit code of the process. */
export async function proveProject(options: ProveOptions): Promise<void> {
  const scope = scopeOf(options);
  if (options.list === true) return print(scope);
  const root = projectRoot();
  const started = performance.now();
  const { sample } = options;
  if (sample === true && (options.fault !== undefined || options.publish === true))
    throw BadInput.of(
      'usage',
      `--sample runs a fixed part of all faults: it does not go with ${options.publish === true ? '--publish' : '--fault'}`,
    );
  const proven = readPublishedProof(root)?.rules ?? [];
  const proof = await runCampaign({
    root,
    scope,
    workers: options.workers,
    progress: progressLine(),
    ...(sample === true ? { choose: (tasks: readonly Task[]) => selectSample(tasks, proven) } : {}),
  });
  if (options.out !== undefined) {
    mkdirSync(options.out, { recursive: true });
    writeAtomically(path.join(options.out, 'proof.json'), serializeProof(proof));
    writeAtomically(path.join(options.out, 'proof.md'), proofMarkdown(proof));
  }
  if (options.publish === true) publish(root, proof);
  const seconds = (performance.now() - started) / 1000;
  if (sample === true) {
    printWrapped(sampleSummary(proof, seconds));
    process.exitCode = sampleHoles(proof).length > 0 ? EXIT.block : EXIT.admit;
    return;
  }
  printWrapped(proofSummary(proof, seconds));
  // With a selection of faults, checks that other faults turn red are not holes.
  const holes =
    options.fault === undefined ? !isCompleteProof(proof) : proof.survivors.length + proof.strays.length > 0;
  process.exitCode = holes ? EXIT.block : EXIT.admit;
}

function publish(root: string, proof: ProofFile): void {
  writeAtomically(path.join(root, PROOF_FILE), serializeProof(publishedProof(proof)));
}

function scopeOf({ service, spec, fault }: ProveOptions): CampaignScope {
  const known = servicesWithFaults();
  for (const name of service ?? []) {
    if (!known.includes(name))
      throw BadInput.of('unknown-service', `unknown service "${name}"`, { hint: `Services: ${known.join(', ')}.` });
  }
  const versions = serviceVersions(projectOf(projectRoot()));
  const specs = Object.entries(versions).flatMap(([name, ids]) => (service?.includes(name) === false ? [] : ids));
  for (const id of spec ?? []) {
    if (!specs.includes(id))
      throw BadInput.of('unknown-version', `unknown spec version "${id}"`, {
        hint: `Versions: ${specs.join(', ')}.`,
      });
  }
  // A service without selected versions is left out.
  const services =
    spec === undefined
      ? service
      : Object.keys(versions).filter(
          (name) => service?.includes(name) !== false && versions[name]?.some((id) => spec.includes(id)) === true,
        );
  const isMeant = fault === undefined ? undefined : checkIdMatcher(fault);
  if (
    isMeant !== undefined &&
    !faults.some((f) => isMeant(f.id) && services?.includes(contractService(f.service)) !== false)
  ) {
    const near = nearestFault(fault ?? '');
    throw BadInput.of('unknown-fault', `no fault matches "${fault ?? ''}"`, {
      hint: `${near === undefined ? '' : `Did you mean "${near}"? `}"npx @plumbline/harness prove --list" lists all faults.`,
    });
  }
  return omitUndefined({ services, specs: spec, isMeant });
}

function print(scope: CampaignScope): void {
  const meant = faults.filter(
    (f) => scope.services?.includes(contractService(f.service)) !== false && scope.isMeant?.(f.id) !== false,
  );
  const range = (since: string | undefined, until: string | undefined): string =>
    since === undefined && until === undefined ? '' : ` [${since ?? ''}..${until ?? ''}]`;
  const lines = meant.map(
    (f) =>
      `${f.id}${range(f.since, f.until)}\n    ${f.describes}${f.unobservable === undefined ? '' : ` (Cannot be noticed: ${f.unobservable})`}`,
  );
  const legal =
    scope.isMeant === undefined ? ['', 'Legal variants:', ...variants.map((v) => `${v.id}\n    ${v.describes}`)] : [];
  printWrapped(`${[...lines, ...legal].join('\n')}\n`);
}

/** A counter on standard error; a terminal shows it on one line. */
function progressLine(): (done: number, all: number) => void {
  let said = -1;
  return (done, all) => {
    const tenth = Math.floor((10 * done) / all);
    const isLast = done === all;
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} trials${isLast ? '\n' : ''}`);
    else if (tenth > said) printToStderr(`${done} of ${all} trials\n`);
    said = tenth;
  };
}
