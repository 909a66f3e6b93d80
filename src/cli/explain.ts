/** `plumbline explain`: a check, a requirement or an open point, whole. */
import { Command } from 'commander';
import { meaningOf } from '../explain/glossary.ts';
import { explainText } from '../explain/explain-text.ts';
import { explainId } from '../explain/explain-project.ts';
import { findRule } from '../rules/registry.ts';
import { ruleText } from '../explain/rule-text.ts';
import { projectRoot } from '../project/root.ts';
import { sayJson, show } from '../project/say.ts';
import { placeOfTarget } from '../project/target-place.ts';
import { maybe } from '../record/defined.ts';

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
    .option('--target <name|file>', 'as it is for this target, with its answers (default: with none)')
    .option('--json', 'the same as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  plumbline explain student-reporting.tac-offers.single-object\n  plumbline explain partners/create/input.missing/name\n  plumbline explain campuses/list/page.order/5 --target acme --spec 4.0.1\n  plumbline explain lifecycle.listed\n  plumbline explain inconclusive',
    )
    .action(run);
}

interface ExplainOptions {
  readonly spec?: string;
  readonly target?: string;
  readonly json?: boolean;
}

function run(id: string, options: ExplainOptions): void {
  const meaning = meaningOf(id);
  if (meaning !== undefined) return options.json === true ? sayJson({ word: id, meaning }) : show(meaning);
  const rule = ruleText(id);
  // A rule that is a requirement of HTTP itself is told as that too.
  if (rule !== undefined && findRule(id)?.requirement !== id)
    return options.json === true ? sayJson({ rule: id, meaning: rule }) : show(rule);
  const root = projectRoot();
  const target = maybe(options.target, (it) => placeOfTarget(it, root));
  const explanation = explainId(root, id, options.spec, target);
  if (options.json === true) sayJson(explanation);
  else show(rule === undefined ? explainText(explanation) : `${explainText(explanation)}\n${rule}`);
}
