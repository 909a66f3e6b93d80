/** Steps of a row: requests of its operation, and operations on records before and after them. */
import { omitUndefined, mergeObjects, mapOptional } from '../../model/objects.ts';
import type { RowStep } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { Fixtures } from '../fixtures.ts';
import { type RequestEdit, ScenarioBuilder } from '../scenario-builder.ts';
import type { Step, Value } from '../model.ts';
import { getOfPath } from '../operations-of-path.ts';
import { successOf } from '../request-templates.ts';
import { cleanupRequest } from '../undo-requests.ts';
import { applyRequestChange, changedRequest } from './change.ts';
import { type EachItems, fillText, type TemplateValue } from './items.ts';
import type { ScenarioAct, BuiltCase, TemplateVariant } from './template.ts';
import type { RowVariant } from './variants.ts';
import { resolveTemplateValue } from './written-values.ts';

type Values = Readonly<Record<string, Value>>;

export function buildSteps(
  context: OperationContext,
  fixtures: Fixtures,
  { definition, acts }: RowVariant,
  chosen: EachItems,
): BuiltCase {
  const builder = new ScenarioBuilder(context, fixtures);
  for (const [name, act] of acts) live(builder, context, fixtures, definition, name, act, chosen);
  return { steps: builder.steps, missingSteps: builder.left };
}

function live(
  builder: ScenarioBuilder,
  context: OperationContext,
  fixtures: Fixtures,
  row: TemplateVariant,
  name: string,
  step: ScenarioAct,
  chosen: EachItems,
): void {
  const { make, on, read, list, delete: remove, empty, change: altered, item, times } = step;
  const edit: RequestEdit = (request) => {
    const edited = applyRequestChange(context, request, step, chosen);
    return step.location === undefined ? edited : mergeObjects(edited, { location: step.location });
  };
  const members = (written: TemplateValue): Values =>
    named(builder, resolveTemplateValue(context, written, chosen)) as Values;
  const set = step.set === undefined ? undefined : members(step.set);
  const send: Step['send'] = times === undefined ? undefined : { kind: 'burst', times };
  if (make === 'parent') builder.makeParent(name);
  else if (make === 'referred-to') builder.makeReferredTo(name);
  else if (step.items !== undefined) builder.makeAll(name, step.items.map(members), make);
  else if (make !== undefined) {
    const of = step.of === undefined ? undefined : context.scope.endpoint(fillText(step.of, chosen));
    const nth = step.nth === undefined ? undefined : builder.nth(step.nth, of);
    const change = nth === undefined && set === undefined ? undefined : { set: { ...nth, ...set } };
    builder.make(name, { of, extent: make, change, below: step.below, undo: step.undo }, edit);
  } else if (on !== undefined) builder.send(name, on, { set, send }, edit);
  else if (read !== undefined) builder.read(name, read, item, edit);
  else if (list !== undefined) builder.list(name, list, edit, step.below);
  else if (remove !== undefined) builder.delete(name, remove, edit);
  else if (empty !== undefined) builder.empty(name, empty, edit);
  else if (altered !== undefined) builder.change(name, altered, set ?? {}, edit);
  else {
    builder.add(requested(context, fixtures, row, name, step, chosen), step.below);
  }
  if (step.ahead !== undefined) builder.ahead(name, step.ahead);
  if (step.together !== undefined) builder.together(name, step.together);
}

/** The baseline request with a change. The cleanup deletes a record that it may create. */
function requested(
  context: OperationContext,
  fixtures: Fixtures,
  row: TemplateVariant,
  name: string,
  change: RowStep<TemplateValue>,
  chosen: EachItems,
): Step {
  const { scope, endpoint, operation, path } = context;
  const { via = row.via, passive = row.passive, raw, times } = change;
  const request = changedRequest(context, fixtures, change, chosen);
  const undo =
    operation.kind === 'create' && change.method === undefined && row.undo !== false
      ? cleanupRequest(scope, endpoint, operation, request.parameters, name)
      : undefined;
  const success = successOfStep(context, change);
  const step = passive === false ? { name, request } : { name, operation: path, request };
  const special = omitUndefined({
    via,
    raw: mapOptional(raw, (it) => fillText(it, chosen)),
    send: mapOptional(times, (it) => ({ kind: 'burst', times: it })),
  });
  return Object.assign(step, special, undo === undefined ? { success } : { success, undo });
}

/** The success of a GET or HEAD is that of the operation that reads this path. */
function successOfStep(context: OperationContext, { success, method }: RowStep<TemplateValue>): Step['success'] {
  if (success !== undefined) return { statuses: success };
  const get = method === 'GET' || method === 'HEAD' ? getOfPath(context) : undefined;
  return get === undefined ? context.success : successOf(context.scope, get.operation);
}

/** Replaces every `{ $uid: step }` by the ID of the record that the step created. */
function named(builder: ScenarioBuilder, value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => named(builder, item));
  const members = value as Values;
  const step = members['$uid'];
  if (typeof step === 'string') return builder.uid(step) ?? null;
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, named(builder, member)]));
}
