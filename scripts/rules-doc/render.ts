/** The page on rules: every row of the catalogue with what covers it, and every rule with what it asks. */
import type { Rule } from '../../src/rules/model.ts';
import type { Row, RowLevel, Section } from './row.ts';

const LEVELS: Readonly<Record<RowLevel, string>> = { M: 'MUST', S: 'SHOULD', C: 'convention' };

export interface Tally {
  readonly covered: number;
  readonly elsewhere: number;
  readonly excluded: number;
}

/** Rows that nothing covers and that give no reason, and rows that give one though a rule covers them. */
export function unexplained(sections: readonly Section[], rules: readonly Rule[]): readonly string[] {
  const covered = coveringRules(rules);
  return rowsOf(sections).flatMap((row) => {
    const has = covered.has(row.id);
    const reasons = Number(row.elsewhere !== undefined) + Number(row.excluded !== undefined);
    if (has) return reasons === 0 ? [] : [`${row.id} is covered, and yet has a reason why it is not`];
    return reasons === 1
      ? []
      : [`${row.id} is covered by no rule, and ${reasons === 0 ? 'no reason is given' : 'two reasons are given'}`];
  });
}

export function tally(sections: readonly Section[], rules: readonly Rule[]): Tally {
  const covered = coveringRules(rules);
  const rows = rowsOf(sections);
  return {
    covered: rows.filter((row) => covered.has(row.id)).length,
    elsewhere: rows.filter((row) => row.elsewhere !== undefined).length,
    excluded: rows.filter((row) => row.excluded !== undefined).length,
  };
}

export function rulesDocument(sections: readonly Section[], rules: readonly Rule[]): string {
  const covered = coveringRules(rules);
  const counts = tally(sections, rules);
  const lines = [
    '# Rules',
    '',
    '<!-- Written by scripts/rules-doc/main.ts from the rules themselves. Change them there, and run `npm run generate`. -->',
    '',
    `${rules.length} rules: ${rules.filter((r) => r.kind === 'passive').length} judge every answer there is, at no request more, and ${rules.filter((r) => r.kind === 'case').length} judge cases of their own.`,
    'What a service under contract declares decides which of them it gets: a rule is bound to a requirement, and has the level of it.',
    'What is tried, and most rules with it, stands in the catalogue: docs/catalogue.md.',
    'A convention is something that no standard asks: it is tried only on a service whose contract binds it or names it under `practices:`.',
    '',
    '## What is covered',
    '',
    `Of ${rowsOf(sections).length} things that a suite for such an interface can check, rules cover ${counts.covered}, other parts of Plumbline keep ${counts.elsewhere}, and ${counts.excluded} do not apply to these services, for the reason given.`,
    'A MUST or SHOULD is that of the RFC named, and binds where the feature is in use; a convention comes from the contract or from practice.',
    ...sections.flatMap((section) => [
      '',
      `### ${section.title}`,
      '',
      '| row | what | level | source | kept by |',
      '|---|---|---|---|---|',
      ...section.rows.map((row) => line(row, covered.get(row.id) ?? [])),
    ]),
    '',
    '## Every rule',
    '',
    '| rule | kind | what it asks |',
    '|---|---|---|',
    ...[...rules]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(
        (rule) =>
          `| \`${rule.id}\` | ${rule.kind === 'passive' ? 'every answer' : 'case'}${rule.convention === true ? ', convention' : ''} | **${cell(rule.title)}.** ${cell(rule.explain)}${rule.source === undefined ? '' : ` *${cell(rule.source)}.*`} |`,
      ),
    '',
  ];
  return lines.join('\n');
}

function line(row: Row, rules: readonly string[]): string {
  const kept =
    rules.length > 0
      ? rules.map((id) => `\`${id}\``).join(', ')
      : row.elsewhere !== undefined
        ? cell(row.elsewhere)
        : `*Not checked:* ${cell(row.excluded ?? '')}`;
  return `| ${row.id} | ${cell(row.words)} | ${LEVELS[row.level]} | ${cell(row.source)} | ${kept} |`;
}

function rowsOf(sections: readonly Section[]): readonly Row[] {
  return sections.flatMap((section) => section.rows);
}

function coveringRules(rules: readonly Rule[]): ReadonlyMap<string, readonly string[]> {
  const covering = new Map<string, string[]>();
  for (const rule of rules) for (const id of rule.covers) covering.set(id, [...(covering.get(id) ?? []), rule.id]);
  return covering;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
