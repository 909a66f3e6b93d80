/** Expectations of a row as parts of a check: preconditions, form of the rejection, parameters of the rule. */
import { pathParameters } from '../../model/path-template.ts';
import { ownProperty } from '../../model/json.ts';
import { omitUndefined, mergeObjects, mapOptional } from '../../model/objects.ts';
import { encodePointerPart } from '../../model/pointer.ts';
import { BASELINE, BASELINE_STEP, isSetupStep, setupStep, stepName } from '../../model/exchange.ts';
import type { RejectionKind } from '../../load/model.ts';
import { checkJudgeId } from '../../load/row-judges.ts';
import type { OperationContext } from '../context.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Precondition } from '../model.ts';
import { type EachItems, fillText, innermostProperty, type NestedPath } from './items.ts';
import { completeParameters } from './inferred-parameters.ts';
import type { BuiltCase, TemplateCheck, TemplateVariant } from './template.ts';
import { resolveTemplateValue } from './written-values.ts';

type Params = Readonly<Record<string, unknown>>;

export function checkTitle(said: TemplateVariant, check: TemplateCheck, chosen: EachItems): string {
  return titleWithPath(fillText(check.asks ?? said.asks ?? said.when ?? '', chosen), chosen);
}

/** Adds the path of a nested field to a title. */
export function titleWithPath(title: string, chosen: EachItems): string {
  const way = innermostProperty(chosen, 'inside')?.way;
  return way === undefined ? title : `in ${way.filter((part) => part !== 0).join('.')}, ${title}`;
}

/** Preconditions of a check: steps of the case, the baseline request, the record of the path, a record of the setup. */
export function preconditionsOf(
  context: OperationContext,
  fixtures: Fixtures,
  { given }: TemplateCheck,
  chosen: EachItems,
): readonly Precondition[] | undefined {
  if (given === undefined) return undefined;
  return Object.entries(given).map(([name, is]) => {
    if (name === BASELINE) return { step: BASELINE_STEP, is };
    const written = fillText(name, chosen);
    const endpoint = name === 'record' ? reachOf(context) : stepName(written);
    if (endpoint === undefined) return { step: BASELINE_STEP, is };
    if (name !== 'record' && !isSetupStep(written)) return { step: written, is };
    // An existing record is verified by the baseline request.
    return { step: fixtures.makes(endpoint) ? setupStep(endpoint) : BASELINE_STEP, is };
  });
}

/** The endpoint of the record that the last path parameter names. */
function reachOf({ endpoint, operation }: OperationContext): string | undefined {
  const last = pathParameters(operation.path).at(-1);
  if (operation.parameters?.some(({ name }) => name === last) === true) return undefined;
  return ownProperty(endpoint.parents, last ?? '') ?? endpoint.endpoint;
}

/** The field that a rejection names, and the codes that the contract has for this fault. */
interface ExpectedFault {
  readonly field?: { readonly name: string; readonly element?: string };
  readonly codes?: readonly string[];
}

const NO_FAULT: ExpectedFault = {};

export function expectedFault(check: TemplateCheck, chosen: EachItems): ExpectedFault {
  if (check.field === undefined && check.fault === undefined) return NO_FAULT;
  const field = innermostProperty(chosen, 'field');
  const within = innermostProperty(chosen, 'inside');
  const name = check.field === undefined ? undefined : fillText(check.field, chosen);
  // A list entry that is not a record has no fields.
  if (name !== undefined && within !== undefined)
    return { field: { name: pointerOf(within.record === undefined ? within.way : [...within.way, name]) } };
  const code = check.fault === undefined ? undefined : field?.codes?.[check.fault];
  return {
    ...omitUndefined({
      field: mapOptional(name, (it) =>
        field?.name === it && field.element !== undefined ? { name: it, element: field.element } : { name: it },
      ),
      codes: mapOptional(code, (it) => [it]),
    }),
  };
}

function pointerOf(way: NestedPath): string {
  return way.map((part) => `/${encodePointerPart(String(part))}`).join('');
}

export function judgingRule(check: TemplateCheck): string {
  return check.rule ?? checkJudgeId(check);
}

/** Parameters of the rule: inferred ones, then those of the row. */
export function ruleParameters(
  context: OperationContext,
  check: TemplateCheck,
  built: BuiltCase,
  chosen: EachItems,
): Params | undefined {
  const rule = context.rules.find(judgingRule(check));
  if (rule?.kind !== 'case') return undefined;
  const written: Record<string, unknown> = {};
  for (const name in built.params)
    if (rule.parameters.some((one) => one.name === name)) written[name] = built.params[name];
  if (check.step !== undefined) written['step'] = check.step;
  if (check.with !== undefined) Object.assign(written, resolveTemplateValue(context, check.with, chosen));
  if ((check.rule ?? check.as) !== undefined && check.refused === undefined)
    return completeParameters(context, rule.parameters, written, built);
  if (built.missingSteps?.has(check.step ?? 'probe') === true) return undefined;
  if (check.refused === undefined) {
    const success = built.steps.find(({ name }) => name === check.step)?.success ?? context.success;
    return { step: 'probe', success, ...written };
  }
  const known = context.refusal(check.refused as RejectionKind, expectedFault(check, chosen));
  return known === undefined ? undefined : mergeObjects(known, written);
}
