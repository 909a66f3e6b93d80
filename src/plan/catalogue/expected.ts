/** Expectations of a row as parts of a check: preconditions, form of the rejection, parameters of the rule. */
import { pathParameters } from '../../model/path-template.ts';
import { ownMember } from '../../model/json.ts';
import { defined, extended, maybe } from '../../model/objects.ts';
import { pointerPart } from '../../model/pointer.ts';
import { CONTROL, CONTROL_STEP, isOfSetup, ofSetup, ownName } from '../../model/exchange.ts';
import type { RefusalKind } from '../../load/model.ts';
import { judgeOf } from '../../load/row-judges.ts';
import type { OperationContext } from '../context.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Given } from '../model.ts';
import { type EachItems, fillText, lastWith, type WayInside } from './items.ts';
import { completed } from './inferred-parameters.ts';
import type { BuiltCase, TemplateCheck, TemplateTry } from './template.ts';
import { valueOf } from './written-values.ts';

type Params = Readonly<Record<string, unknown>>;

export function asksOf(said: TemplateTry, check: TemplateCheck, chosen: EachItems): string {
  return inside(fillText(check.asks ?? said.asks ?? said.when ?? '', chosen), chosen);
}

/** Adds the path of a nested field to a title. */
export function inside(title: string, chosen: EachItems): string {
  const way = lastWith(chosen, 'inside')?.way;
  return way === undefined ? title : `in ${way.filter((part) => part !== 0).join('.')}, ${title}`;
}

/** Preconditions of a check: steps of the case, the baseline request, the record of the path, a record of the setup. */
export function givenOf(
  context: OperationContext,
  fixtures: Fixtures,
  { given }: TemplateCheck,
  chosen: EachItems,
): readonly Given[] | undefined {
  if (given === undefined) return undefined;
  return Object.entries(given).map(([name, is]) => {
    if (name === CONTROL) return { step: CONTROL_STEP, is };
    const written = fillText(name, chosen);
    const endpoint = name === 'record' ? reachOf(context) : ownName(written);
    if (endpoint === undefined) return { step: CONTROL_STEP, is };
    if (name !== 'record' && !isOfSetup(written)) return { step: written, is };
    // An existing record is verified by the baseline request.
    return { step: fixtures.makes(endpoint) ? ofSetup(endpoint) : CONTROL_STEP, is };
  });
}

/** The endpoint of the record that the last path parameter names. */
function reachOf({ endpoint, operation }: OperationContext): string | undefined {
  const last = pathParameters(operation.path).at(-1);
  if (operation.parameters?.some(({ name }) => name === last) === true) return undefined;
  return ownMember(endpoint.parents, last ?? '') ?? endpoint.endpoint;
}

/** The field that a rejection names, and the codes that the contract has for this fault. */
interface ExpectedFault {
  readonly field?: { readonly name: string; readonly element?: string };
  readonly codes?: readonly string[];
}

const NO_FAULT: ExpectedFault = {};

export function faultOf(check: TemplateCheck, chosen: EachItems): ExpectedFault {
  if (check.field === undefined && check.fault === undefined) return NO_FAULT;
  const field = lastWith(chosen, 'field');
  const within = lastWith(chosen, 'inside');
  const name = check.field === undefined ? undefined : fillText(check.field, chosen);
  // A list entry that is not a record has no fields.
  if (name !== undefined && within !== undefined)
    return { field: { name: pointerOf(within.record === undefined ? within.way : [...within.way, name]) } };
  const code = check.fault === undefined ? undefined : field?.codes?.[check.fault];
  return {
    ...defined({
      field: maybe(name, (it) =>
        field?.name === it && field.element !== undefined ? { name: it, element: field.element } : { name: it },
      ),
      codes: maybe(code, (it) => [it]),
    }),
  };
}

function pointerOf(way: WayInside): string {
  return way.map((part) => `/${pointerPart(String(part))}`).join('');
}

export function ruleOf(check: TemplateCheck): string {
  return check.rule ?? judgeOf(check);
}

/** Parameters of the rule: inferred ones, then those of the row. */
export function paramsOf(
  context: OperationContext,
  check: TemplateCheck,
  built: BuiltCase,
  chosen: EachItems,
): Params | undefined {
  const rule = context.rules.find(ruleOf(check));
  if (rule?.kind !== 'case') return undefined;
  const written: Record<string, unknown> = {};
  for (const name in built.params)
    if (rule.parameters.some((one) => one.name === name)) written[name] = built.params[name];
  if (check.step !== undefined) written['step'] = check.step;
  if (check.with !== undefined) Object.assign(written, valueOf(context, check.with, chosen));
  if ((check.rule ?? check.as) !== undefined && check.refused === undefined)
    return completed(context, rule.parameters, written, built);
  if (built.left?.has(check.step ?? 'probe') === true) return undefined;
  if (check.refused === undefined) {
    const success = built.steps.find(({ name }) => name === check.step)?.success ?? context.success;
    return { step: 'probe', success, ...written };
  }
  const known = context.refusal(check.refused as RefusalKind, faultOf(check, chosen));
  return known === undefined ? undefined : extended(known, written);
}
