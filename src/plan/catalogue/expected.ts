/** What a row expects, as a check needs it: what it rests on, how the refusal looks, what its rule is given. */
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

/** A title says of a field inside the record where it is. */
export function inside(title: string, chosen: EachItems): string {
  const way = lastWith(chosen, 'inside')?.way;
  return way === undefined ? title : `in ${way.filter((part) => part !== 0).join('.')}, ${title}`;
}

/** What a check rests on: steps of the case, the positive control, the record of the path, a record made for all cases. */
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
    // What is there already shows by the good request that it is.
    return { step: fixtures.makes(endpoint) ? ofSetup(endpoint) : CONTROL_STEP, is };
  });
}

/** The endpoint of the record that the path names last; none where it ends with something else. */
function reachOf({ endpoint, operation }: OperationContext): string | undefined {
  const last = pathParameters(operation.path).at(-1);
  if (operation.parameters?.some(({ name }) => name === last) === true) return undefined;
  return ownMember(endpoint.parents, last ?? '') ?? endpoint.endpoint;
}

/** What a refusal names: the field, and the codes that the contract gives for this fault of it. */
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
  // An entry that is no record has no members.
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

/** The rule that judges. */
export function ruleOf(check: TemplateCheck): string {
  return check.rule ?? judgeOf(check);
}

/** Parameters of the judging rule: what planning knows, then what the row says. */
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
