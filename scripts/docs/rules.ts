/** The page on rules: every rule with its title, explanation and source. */
import type { Rule } from '../../src/rules/model.ts';

export function rulesDocument(rules: readonly Rule[]): string {
  const passive = rules.filter((rule) => rule.kind === 'passive').length;
  const lines = [
    '# Rules',
    '',
    `${rules.length} rules: ${passive} passive rules judge every response without an extra request, and ${rules.length - passive} rules judge test cases.`,
    'A check has the level of the requirement that it proves.',
    'No standard requires a convention: it is tested only if `bindings.yaml` binds it or lists it under `practices`.',
    'A service can switch rules off under `off` in `catalogue.yaml`. Every report of the service lists them with the reason.',
    '',
    '| rule | kind | expected behaviour |',
    '|---|---|---|',
    ...[...rules].sort((a, b) => (a.id < b.id ? -1 : 1)).map(line),
    '',
  ];
  return lines.join('\n');
}

function line({ id, kind, convention, title, explain, source }: Rule): string {
  const kinds = `${kind === 'passive' ? 'passive' : 'case'}${convention === true ? ', convention' : ''}`;
  const from = source === undefined ? '' : ` *${cell(source)}.*`;
  return `| \`${id}\` | ${kinds} | **${cell(title)}.** ${cell(explain)}${from} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
