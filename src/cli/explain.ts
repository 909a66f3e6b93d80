/** `plumbline explain`: a check, a requirement or an open point, whole. */
import { Command } from 'commander';
import { meaningOf } from '../explain/glossary.ts';
import { explainText } from '../explain/explain-text.ts';
import { explainId } from '../explain/explain-project.ts';
import { findRule } from '../rules/registry.ts';
import { ruleText } from '../explain/rule-text.ts';
import { projectRoot } from '../project/root.ts';
import { sayJson, show } from '../project/say.ts';

export function explainCommand(): Command {
  return new Command('explain')
    .description(
      'Tells all that is known of a check, a requirement or an open point: source, why, how it is judged, what is sent, which fault it sees.',
    )
    .argument(
      '<id>',
      'a check id (with or without its service), a requirement id, an open point id, a rule, or a word of the report',
    )
    .option('--spec <version>', 'as it is in this spec version (default: the last one that has it)')
    .option('--json', 'the same as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  plumbline explain student-reporting.tac-offers.single-object\n  plumbline explain partners/create/input.missing/name\n  plumbline explain lifecycle.listed\n  plumbline explain inconclusive',
    )
    .action(run);
}

function run(id: string, options: { readonly spec?: string; readonly json?: boolean }): void {
  const meaning = meaningOf(id);
  if (meaning !== undefined) return options.json === true ? sayJson({ word: id, meaning }) : show(meaning);
  const rule = ruleText(id);
  // A rule that is a requirement of HTTP itself is told as that too.
  if (rule !== undefined && findRule(id)?.requirement !== id)
    return options.json === true ? sayJson({ rule: id, meaning: rule }) : show(rule);
  const explanation = explainId(projectRoot(), id, options.spec);
  if (options.json === true) sayJson(explanation);
  else show(rule === undefined ? explainText(explanation) : `${explainText(explanation)}\n${rule}`);
}
