import { COMMAND } from '../model/text.ts';
import { RESPONSE_ROWS, findRule, CASE_TEMPLATES } from '../rules/registry.ts';
import { pathFromHere } from '../project/package.ts';
import { templatePlace } from '../project/template-of-case.ts';
import { alignColumns, wrapWords } from '../report/text.ts';

const WIDTH = 96;

/** Explanation of a rule; undefined if the rule is unknown. */
export function ruleText(id: string): string | undefined {
  const rule = findRule(id);
  if (rule === undefined) return undefined;
  const at = [...CASE_TEMPLATES, ...RESPONSE_ROWS].find((row) => row.id === id);
  const place = at === undefined ? undefined : templatePlace(at);
  const { title, explain, fails, source, requirement } = rule;
  const facts = [
    ['on failure', `the service ${fails}`],
    ['judges', rule.kind === 'case' ? 'its own test case' : 'every response, without extra requests'],
    ['source', source],
    ['proves', requirement === undefined ? undefined : `${requirement}, unless a contract binds another requirement`],
    ['defined in', place === undefined ? undefined : pathFromHere(place)],
    ['run only this rule', `${COMMAND} run --only "**/${id}{,/**}"`],
  ].flatMap(([name = '', value]) => (value === undefined ? [] : [[name, value]]));
  return `Rule ${id}: ${title}\n${wrapWords(explain, WIDTH, '  ')}\n\n${alignColumns(facts).join('\n')}\n`;
}
