/** Prints a proof: the published file, a page for people, and the last lines of a campaign. */
import { percentOf, type ProofFile, type ProofTally } from '../report/proof.ts';
import { pluralize, formatNumber } from '../model/text.ts';

/** One entry per line, so that a change of one check is a diff of one line. */
export function serializeProof(proof: ProofFile): string {
  const members = Object.entries(proof).map(([name, value]) => {
    const isLong = Array.isArray(value) && value.length > 0;
    const text = isLong
      ? `[\n${(value as readonly unknown[]).map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`
      : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

function percent(part: number, whole: number): string {
  const value = percentOf(part, whole);
  return `${Number.isInteger(value) ? value : value.toFixed(2)} %`;
}

function line(name: string, tally: ProofTally): string {
  return `| ${name} | ${formatNumber(tally.killed)} of ${formatNumber(tally.faults)} | ${percent(tally.killed, tally.faults)} | ${formatNumber(tally.proven)} of ${formatNumber(tally.checks)} | ${percent(tally.proven, tally.checks)} |`;
}

function section(title: string, entries: readonly string[], none: string): readonly string[] {
  return ['', `## ${title}`, '', ...(entries.length === 0 ? [none] : entries.map((entry) => `- \`${entry}\``))];
}

export function proofMarkdown(proof: ProofFile): string {
  const unobservable = proof.faults.filter((f) => f.unobservable !== undefined);
  const lines = [
    '# Proof that every check can fail',
    '',
    'Every fault of the reference services is switched on, one at a time and in every spec version that has it, and the checks that it can touch are run. A check that nothing turns red proves nothing, and a fault that turns nothing red is a hole. `npm run prove` measures it and writes `docs/proof.json`, which names one proving fault for each rule; `npm run generate` makes this page of it. What turns each single check red is then in `reports/proof/proof.json`, and `plumbline explain ID` tells it of one check. `npm test` runs one fault for each rule (`plumbline prove --sample`).',
    '',
    '| spec version | faults killed | | checks that a fault turns red | |',
    '| --- | --- | --- | --- | --- |',
    ...proof.versions.map((v) => line(`${v.service} ${v.spec}`, v)),
    line('**all**', proof.total),
    ...section('Survivors', proof.survivors, 'None: every fault is noticed in every version that has it.'),
    ...section(
      'Checks without a killer',
      proof.unproven,
      'None: every check of every version is turned red by at least one fault.',
    ),
    ...(proof.moot.length === 0
      ? []
      : section('Checks that cannot be made of the reference services, and are counted nowhere', proof.moot, '')),
    ...section(
      'Checks that turned red and have nothing to do with the fault',
      proof.strays,
      'None: what a fault merely gets in the way of is inconclusive.',
    ),
    ...section('Checks that the reference services do not pass without any fault', proof.baseline, 'None.'),
    '',
    '## Legal variants',
    '',
    'A service may differ from the reference services and still keep every rule. Each variant runs the plan, and no check may fail.',
    '',
    '| variant | what is different | run against | flagged |',
    '| --- | --- | --- | --- |',
    ...proof.variants.map(
      (v) =>
        `| ${v.id} | ${v.does} | ${v.runs.join(', ')} | ${v.flagged.length === 0 ? 'none' : v.flagged.join(', ')} |`,
    ),
    '',
    '## Faults that nobody can notice',
    '',
    ...(unobservable.length === 0 ? ['None.'] : unobservable.map((f) => `- \`${f.id}\`: ${f.unobservable ?? ''}`)),
    '',
    '## By rule',
    '',
    '| rule | checks, over all versions | turned red | faults that do so |',
    '| --- | --- | --- | --- |',
    ...proof.rules.map(
      (r) => `| ${r.rule} | ${formatNumber(r.checks)} | ${percent(r.proven, r.checks)} | ${formatNumber(r.killers)} |`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Last lines of a sample: undetected faults, and rules that no fault of the sample turns red. */
export function sampleSummary(proof: ProofFile, seconds: number): string {
  const rules = proof.rules.filter((r) => r.proven > 0).length;
  const holes = sampleHoles(proof);
  return `${[
    `sample: ${formatNumber(proof.total.killed)} of ${formatNumber(proof.total.faults)} seeded faults are noticed, and ${formatNumber(rules)} of ${formatNumber(proof.rules.length)} rules turn red on one`,
    `${pluralize(
      proof.variants.reduce((all, v) => all + v.runs.length, 0),
      'run',
    )} of legal variants; ${pluralize(proof.versions.length, 'version')} without any fault`,
    `${Math.round(seconds)} s`,
    ...holes.map((hole) => `  ${hole}`),
  ].join('\n')}\n`;
}

/** Undetected faults and unproven rules of a sample, each on a line. */
export function sampleHoles(proof: ProofFile): readonly string[] {
  return [
    ...proof.survivors.map((s) => `survivor: ${s}`),
    ...proof.rules
      .filter((r) => r.proven === 0)
      .map((r) => `no fault of the sample turns ${r.rule} red: "npm run prove" looks for one that does`),
    ...proof.strays.map((s) => `red without having to do with the fault: ${s}`),
    ...proof.baseline.map((s) => `not green without any fault: ${s}`),
    ...proof.variants.flatMap((v) => v.flagged.map((check) => `legal, and flagged: ${v.id}: ${check}`)),
  ];
}

/** The last lines of a campaign. */
export function proofSummary(proof: ProofFile, seconds: number, most = 20): string {
  const { total } = proof;
  const flagged = proof.variants.flatMap((v) => v.flagged.map((check) => `${v.id}: ${check}`));
  const listed = (title: string, entries: readonly string[]): readonly string[] =>
    entries.length === 0
      ? []
      : [
          `${title} (${formatNumber(entries.length)}):`,
          ...entries.slice(0, most).map((e) => `  ${e}`),
          ...(entries.length > most
            ? [`  and ${formatNumber(entries.length - most)} more; they are all in proof.json`]
            : []),
        ];
  const unobservable = proof.faults.filter((f) => f.unobservable !== undefined).length;
  return `${[
    `${percent(total.killed, total.faults)} of the seeded faults are noticed: ${formatNumber(total.killed)} of ${formatNumber(total.faults)} (${pluralize(proof.faults.length, 'fault')}${unobservable === 0 ? '' : `, of which ${unobservable} cannot be noticed by anybody`}; each counts once a version)`,
    `${percent(total.proven, total.checks)} of the checks are turned red by a fault: ${formatNumber(total.proven)} of ${formatNumber(total.checks)}`,
    ...(proof.variants.length === 0
      ? []
      : [
          `${proof.variants.length} legal variants, ${flagged.length === 0 ? 'none flagged' : `${new Set(flagged.map((f) => f.split(':')[0])).size} flagged`}`,
        ]),
    `${Math.round(seconds)} s`,
    ...listed('survivors', proof.survivors),
    ...listed('checks without a killer', proof.unproven),
    ...listed('red without having to do with the fault', proof.strays),
    ...listed('not green without any fault', proof.baseline),
    ...listed('legal, and flagged', flagged),
  ].join('\n')}\n`;
}
