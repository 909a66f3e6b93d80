/** The page on open questions: one table per service. */
import type { Project } from '../../src/load/model.ts';

export function openQuestionsDocument({ specs }: Pick<Project, 'specs'>): string {
  const sections = specs.flatMap(({ service, title, openPoints }) =>
    openPoints.length === 0
      ? []
      : [
          `## ${title} (\`${service}\`)`,
          '',
          '| id | question | assumption | reason |',
          '|---|---|---|---|',
          ...openPoints.map(
            (one) =>
              `| ${[`\`${one.id}\``, one.question, one.kind === 'confirm' ? 'the contract' : `\`${JSON.stringify(one.default)}\``, one.reason].map(cell).join(' | ')} |`,
          ),
          '',
        ],
  );
  return [
    '# Open questions',
    '',
    'Questions that the source documents leave open, with the assumption that applies until a target answers them under `answers`.',
    '',
    ...sections,
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
