/** The page on rules: every rule with what it asks. */
import type { Rule } from '../../src/rules/model.ts';

export function rulesDocument(rules: readonly Rule[]): string {
  const passive = rules.filter((rule) => rule.kind === 'passive').length;
  const lines = [
    '# Rules',
    '',
    '<!-- Written by scripts/rules-doc/main.ts from the rules themselves. Change them there, and run `npm run generate`. -->',
    '',
    `${rules.length} rules: ${passive} judge every response, with no extra request, and ${rules.length - passive} judge cases of their own.`,
    'A check has the level of the requirement that its rule is bound to. docs/catalogue.md says how cases are declared.',
    'A convention is required by no standard: it is checked only if the contract of a service binds it or names it under `practices:`.',
    '',
    '| rule | kind | what it asks |',
    '|---|---|---|',
    ...[...rules].sort((a, b) => (a.id < b.id ? -1 : 1)).map(line),
    '',
  ];
  return lines.join('\n');
}

function line({ id, kind, convention, title, explain, source }: Rule): string {
  const kinds = `${kind === 'passive' ? 'every response' : 'case'}${convention === true ? ', convention' : ''}`;
  const from = source === undefined ? '' : ` *${cell(source)}.*`;
  return `| \`${id}\` | ${kinds} | **${cell(title)}.** ${cell(explain)}${from} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
