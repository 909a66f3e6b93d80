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
    'A mutation test: each fault of the reference services is switched on, one at a time and in every spec version that has it, and the checks that it can affect are run. A check that no fault fails proves nothing; a fault that no check detects is a gap. `npm run prove` measures this and writes `docs/proof.json`, with one fault for each rule, and `reports/proof/proof.json`, with the faults of each check. `npm test` runs one fault for each rule.',
    '',
    '| spec version | detected faults | | checks that fail on a fault | |',
    '| --- | --- | --- | --- | --- |',
    ...proof.versions.map((v) => line(`${v.service} ${v.spec}`, v)),
    line('**all**', proof.total),
    ...section('Undetected faults', proof.survivors, 'None.'),
    ...section('Checks that fail on no fault', proof.unproven, 'None.'),
    ...(proof.moot.length === 0
      ? []
      : section('Checks that the reference services cannot run (not counted)', proof.moot, '')),
    ...section(
      'Checks that failed on an unrelated fault',
      proof.strays,
      'None. A check whose precondition a fault breaks is inconclusive.',
    ),
    ...section('Checks that fail without any fault', proof.baseline, 'None.'),
    '',
    '## Legal variants',
    '',
    'A variant is a reference service that behaves differently and is still correct. Each variant runs the plan, and no check may fail.',
    '',
    '| variant | behaviour | versions | failed checks |',
    '| --- | --- | --- | --- |',
    ...proof.variants.map(
      (v) =>
        `| ${v.id} | ${v.does} | ${v.runs.join(', ')} | ${v.flagged.length === 0 ? 'none' : v.flagged.join(', ')} |`,
    ),
    '',
    '## Faults without an observable effect',
    '',
    ...(unobservable.length === 0 ? ['None.'] : unobservable.map((f) => `- \`${f.id}\`: ${f.unobservable ?? ''}`)),
    '',
    '## By rule',
    '',
    '| rule | checks in all versions | fail on a fault | faults |',
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
