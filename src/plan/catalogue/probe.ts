/** A case of one request, one fault away from the control that its group's setup sends. */
import { extended } from '../../model/objects.ts';
import type { RuleId } from '../../rules/ids.ts';
import type { RefusedParams } from '../../rules/outcome.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Check, Position, RefusalKind, RequestTemplate, Step } from '../model.ts';
import type { Fixtures } from '../fixtures.ts';
import { AFTER_CONTROL } from '../control.ts';
import { apart, isDoneOnce } from '../life.ts';
import type { About } from '../planned-check.ts';
import { isOfValue } from '../refusal-of.ts';
import { undoOf } from '../undo-of.ts';
import { observed } from '../uses.ts';

export interface Probe {
  readonly rule: RuleId;
  readonly key?: string | undefined;
  readonly about: About;
  readonly title: string;
  /** Title of the check, where it is not that of the case. */
  readonly asks?: string | undefined;
  /** Made where the check is: most of what a contract does not declare has none. */
  readonly request: () => RequestTemplate;
  /** The refusal that is asked for; absent: it must be accepted. */
  readonly refusal?: RefusalKind | undefined;
  /** Statuses of the refusal that will do besides the declared ones. */
  readonly or?: readonly number[] | undefined;
  readonly field?: { readonly name: string; readonly element?: string } | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly at?: Position | undefined;
  readonly via?: Step['via'] | undefined;
  /** Fixtures of the group, with which the case can make a parent of its own. */
  readonly fixtures?: Fixtures | undefined;
  /** Whether it makes one, where a second record below one parent may be refused. */
  readonly apart?: boolean | undefined;
  /** Removes what was made where the service accepts it (for creates). */
  readonly undo?: boolean | undefined;
  /** Overrides the bindings. */
  readonly requirement?: string | undefined;
}

/** A case of one request: refused for its fault, or accepted. */
export function probeCase(context: OperationContext, aspect: string, probe: Probe, own = true): Case | undefined {
  const { operation } = context;
  const { rule, key, title, refusal, fixtures } = probe;
  const check = context.expecting(() => checkOf(context, aspect, probe));
  if (check === undefined) return undefined;
  const step = probeStep(context, probe, own);
  // Below one parent a second record may be refused for a reason of its own, so each such case gets its own parent.
  const crowded = refusal === undefined || isOfValue(refusal) || refusal === 'shape' || refusal === 'unauthenticated';
  const isOpposite = refusal !== undefined && check.rule === 'outcome.accepted';
  const isApart =
    fixtures !== undefined &&
    ((operation.kind === 'create' && ((crowded && probe.apart === true) || isOpposite)) ||
      (isDoneOnce(operation) && probe.apart === true));
  return context.case(
    aspect,
    key === undefined ? rule : `${rule}/${key}`,
    title,
    isApart ? apart(context, fixtures, step) : [step],
    [check],
  );
}

function checkOf(context: OperationContext, aspect: string, probe: Probe): Check | undefined {
  const { rule, key, about, title, refusal, at } = probe;
  const params =
    refusal === undefined
      ? { step: 'probe', success: context.success }
      : orElse(context.refusal(refusal, { field: named(probe.field), codes: probe.codes }), probe.or);
  if (params === undefined) return undefined;
  return context.check(aspect, {
    rule,
    key,
    about,
    title: probe.asks ?? title,
    params,
    given: AFTER_CONTROL,
    at,
    requirement: probe.requirement,
  });
}

function orElse(params: RefusedParams | undefined, or: readonly number[] = []): RefusedParams | undefined {
  if (params === undefined || or.length === 0) return params;
  return { ...params, statuses: [...new Set([...params.statuses, ...or])] };
}

function named(field: Probe['field']): Probe['field'] {
  if (field === undefined) return undefined;
  return field.element === undefined ? { name: field.name } : { name: field.name, element: field.element };
}

function probeStep({ scope, endpoint, operation, path, success }: OperationContext, probe: Probe, own: boolean): Step {
  const { via } = probe;
  const request = probe.request();
  const step: Step = own ? { name: 'probe', operation: path, request, success } : { name: 'probe', request, success };
  const undo =
    operation.kind === 'create' && probe.undo !== false
      ? // By what a record is removed again, no check can fail.
        observed(() => undoOf(scope, endpoint, operation, request.parameters, 'probe')).value
      : undefined;
  const sent = via === undefined ? step : extended(step, { via });
  return undo === undefined ? sent : extended(sent, { undo });
}
