/** The steps of a row: requests of its operation, and what happens to records before and after them. */
import type { RowStep } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { Fixtures } from '../fixtures.ts';
import { Life, type Edit } from '../life.ts';
import type { Step, Value } from '../model.ts';
import { applied, changed } from './change.ts';
import { fillText, type Chosen } from './items.ts';
import { valueOf } from './values.ts';

type Values = Readonly<Record<string, Value>>;

/** Everything that the steps of a row do, in their order. */
export function lived(
  context: OperationContext,
  fixtures: Fixtures,
  steps: Readonly<Record<string, RowStep>>,
  chosen: Chosen,
): Life {
  const life = new Life(context, fixtures);
  for (const [name, step] of Object.entries(steps)) live(life, context, fixtures, name, step, chosen);
  return life;
}

function live(
  life: Life,
  context: OperationContext,
  fixtures: Fixtures,
  name: string,
  step: RowStep,
  chosen: Chosen,
): void {
  const { make, on, read, list, delete: remove, item, times } = step;
  const edit: Edit = (request) => {
    const edited = applied(context, request, step, chosen);
    return step.location === undefined ? edited : { ...edited, location: step.location };
  };
  const members = (written: Values): Values => named(life, valueOf(context, written, chosen)) as Values;
  const set = step.set === undefined ? undefined : members(step.set);
  const send: Step['send'] = times === undefined ? undefined : { kind: 'burst', times };
  if (make === 'parent') life.makeParent(name);
  else if (make === 'referred-to') life.makeReferredTo(name);
  else if (step.items !== undefined) life.makeAll(name, step.items.map(members));
  else if (make !== undefined) {
    const of = step.of === undefined ? undefined : context.scope.endpoint(fillText(step.of, chosen));
    const nth = step.nth === undefined ? undefined : life.nth(step.nth);
    const all = nth === undefined && set === undefined ? undefined : { ...nth, ...set };
    life.make(name, { of, extent: make, set: all, below: step.below, undo: step.undo }, edit);
  } else if (on !== undefined) life.send(name, on, { set, send }, edit);
  else if (read !== undefined) life.read(name, read, item, edit);
  else if (list !== undefined) life.list(name, list, edit);
  else if (remove !== undefined) life.delete(name, remove, edit);
  else {
    const request = changed(context, fixtures, step, chosen);
    const probe = { name, operation: context.path, request, success: context.success };
    life.add({ ...probe, ...(send === undefined ? {} : { send }) }, step.below);
  }
}

/** A value with every `{ $uid: step }` as the identifier of what that step made. */
function named(life: Life, value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => named(life, item));
  const members = value as Values;
  const step = members['$uid'];
  if (typeof step === 'string') return life.uid(step) ?? null;
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, named(life, member)]));
}
