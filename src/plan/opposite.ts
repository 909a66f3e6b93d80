/** What a check asks where its requirement is answered to hold otherwise. Pure. */
import { CONTROL_STEP } from '../model/exchange.ts';
import type { Operation } from '../load/model.ts';
import type { RuleEntry } from '../rules/rule-list.ts';
import type { Given } from './model.ts';

interface Asked {
  readonly rule: string;
  readonly key?: string | undefined;
  readonly title: string;
  readonly given?: readonly Given[];
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The same request is to be accepted. Of a check that is of no refusal there is no opposite, nor of one that needs the record
 * which its control has deleted.
 */
export function oppositeOf(
  { kind }: Pick<Operation, 'kind'>,
  { form }: Pick<RuleEntry, 'form'>,
  { rule, key, title, given, params }: Asked,
): Asked | undefined {
  const isGone = kind === 'delete' && given?.some(({ step, is }) => step === CONTROL_STEP && is === 'success');
  if (form !== 'outcome.form' || isGone === true) return undefined;
  const { step, success } = params;
  return {
    rule: 'outcome.accepted',
    key: key === undefined ? rule : `${rule}/${key}`,
    title,
    params: { step, success },
  };
}
