/** One rule told whole, whichever services it is asked of. */
import { COMMAND } from '../record/command.ts';
import { ANSWER_ROWS, findRule, TEMPLATES } from '../rules/registry.ts';
import { templatePlace } from '../project/row-of.ts';
import { columns, wrap } from '../report/columns.ts';

const WIDTH = 96;

/** Undefined where no rule has that id. */
export function ruleText(id: string): string | undefined {
  const rule = findRule(id);
  if (rule === undefined) return undefined;
  const at = [...TEMPLATES, ...ANSWER_ROWS].find((row) => row.id === id);
  const { title, explain, fails, source, covers, requirement } = rule;
  const facts = [
    ['where it fails', `it ${fails}`],
    ['judges', rule.kind === 'case' ? 'a case of its own' : 'every answer, at no extra request'],
    ['asked by', source],
    ['proves', requirement === undefined ? undefined : `${requirement}, unless a contract binds another`],
    ['covers', covers.length === 0 ? undefined : `${covers.join(', ')} of docs/generated/rules.md`],
    ['its row', at === undefined ? undefined : templatePlace(at)],
    ['run it alone', `${COMMAND} run --only "**/${id}{,/**}"`],
  ].flatMap(([name = '', value]) => (value === undefined ? [] : [[name, value]]));
  return `Rule ${id}: ${title}\n${wrap(explain, WIDTH, '  ')}\n\n${columns(facts).join('\n')}\n`;
}
