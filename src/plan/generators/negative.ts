/** What the generators of negative cases share: one fault away from a control that the same group's setup sends. */
import type { CaseRuleId } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Position, RefusalKind, RequestTemplate, Step } from '../model.ts';
import { controlRequest, type Fixtures, undoOf } from '../templates.ts';
import { isParented, ownParent } from './isolation.ts';

/** The control in a group's setup; every case that cites it is inconclusive when it fails. */
export function controlStep(context: OperationContext, fixtures: Fixtures): Step {
  const { scope, endpoint, operation } = context;
  const request = controlRequest(scope, endpoint, operation, fixtures);
  const undo = operation.kind === 'create' ? undoOf(scope, endpoint, operation, request.parameters, 'control') : undefined;
  return { name: 'control', request, success: context.success, ...(undo === undefined ? {} : { undo }) };
}

export const AFTER_CONTROL = [{ step: 'setup.control', is: 'success' }] as const;

export interface Probe {
  readonly rule: CaseRuleId;
  readonly key?: string;
  readonly title: string;
  readonly request: RequestTemplate;
  /** The refusal that is asked for; absent: it must be accepted. */
  readonly refusal?: RefusalKind;
  readonly field?: { readonly name: string; readonly element?: string };
  readonly codes?: readonly string[];
  readonly at?: Position;
  readonly via?: Step['via'];
  /** Fixtures of the group, where the case may make a parent of its own. */
  readonly fixtures?: Fixtures;
  /** Removes what was made where the service accepts it (for creates). */
  readonly undo?: boolean;
}

/** A case of one request: refused for its fault, or accepted. */
export function probeCase(context: OperationContext, aspect: string, probe: Probe, own = true): Case | undefined {
  const { scope, endpoint, operation } = context;
  const params =
    probe.refusal === undefined
      ? { step: 'probe', success: context.success }
      : context.refusal(probe.refusal, {
          ...(probe.field === undefined ? {} : { field: { name: probe.field.name, ...(probe.field.element === undefined ? {} : { element: probe.field.element }) } }),
          ...(probe.codes === undefined ? {} : { codes: probe.codes }),
        });
  if (params === undefined) return undefined;
  const undo = operation.kind === 'create' && probe.undo !== false ? undoOf(scope, endpoint, operation, probe.request.parameters, 'probe') : undefined;
  const name = probe.key === undefined ? probe.rule : `${probe.rule}/${probe.key}`;
  const step: Step = {
    name: 'probe',
    ...(own ? { operation: context.path } : {}),
    request: probe.request,
    success: context.success,
    ...(probe.via === undefined ? {} : { via: probe.via }),
    ...(undo === undefined ? {} : { undo }),
  };
  // Below one parent a second record may be refused for a reason of its own, so each such case gets its own parent.
  const crowded = probe.refusal === undefined || probe.refusal === 'value' || probe.refusal === 'shape';
  const isolated = operation.kind === 'create' && crowded && probe.fixtures !== undefined && isParented(context);
  return context.case(aspect, name, probe.title, isolated && probe.fixtures !== undefined ? ownParent(context, probe.fixtures, [step]) : [step], [
    context.check(aspect, {
      rule: probe.rule,
      ...(probe.key === undefined ? {} : { key: probe.key }),
      title: probe.title,
      params,
      given: AFTER_CONTROL,
      ...(probe.at === undefined ? {} : { at: probe.at }),
    }),
  ]);
}
