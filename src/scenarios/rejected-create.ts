import { pathParameters } from '../model/path-template.ts';
import { omitUndefined } from '../model/objects.ts';
import type { Operation } from '../load/model.ts';
import { AFTER_BASELINE_REQUEST, baselineRequest } from '../plan/baseline-request.ts';
import type { OperationContext } from '../plan/context.ts';
import { createStep, type Fixtures } from '../plan/fixtures.ts';
import { ScenarioBuilder, placeBelow } from '../plan/scenario-builder.ts';
import type { Json } from '../model/json.ts';
import type { Precondition, Step, Value } from '../plan/model.ts';
import { invalidValue } from '../plan/values.ts';
import {
  type BodyChange,
  identifierOf,
  listOperation,
  listPointers,
  parentEndpointName,
  parentParameter,
  requestOf,
  sentPointer,
  successOf,
} from '../plan/request-templates.ts';
import { cleanupRequest } from '../plan/undo-requests.ts';
import { fetchAllPages } from '../plan/catalogue/pages.ts';
import type { CaseBuilder, BuiltCase } from '../plan/catalogue/template.ts';

type Parameters = Readonly<Record<string, Value>>;

/** The step that reads before the create is sent. */
const BEFORE = 'before';

/**
 * Sends a create without a required field, or with a invalid nested record, and looks for the record in a separate list.
 */
export const rejectedInOwnList =
  (fault: 'missing' | 'inside'): CaseBuilder =>
  (context, fixtures) =>
    inListOfItsOwn(context, fixtures, fault === 'inside' ? faultyInside : withoutOne);

/** Looks for the record in the list of all records. */
export const rejectedInWholeList =
  (fault: 'missing' | 'inside'): CaseBuilder =>
  (context, fixtures) =>
    inListOfAll(context, fixtures, fault === 'inside' ? faultyInside : withoutOne);

function isParented({ endpoint, operation }: OperationContext): boolean {
  return parentParameter(endpoint, operation.path) !== undefined;
}

/** The list of a new parent: only this case writes to it. Records that the service adds itself are listed first. */
function inListOfItsOwn(context: OperationContext, fixtures: Fixtures, probe: Probe): BuiltCase | undefined {
  const { scope, endpoint } = context;
  const list = listOperation(scope, endpoint);
  if (list === undefined) return undefined;
  const steps = isParented(context)
    ? belowParent(context, fixtures, list, probe)
    : belowReference(context, fixtures, list, probe);
  const { records } = listPointers(scope, endpoint);
  return steps === undefined
    ? undefined
    : {
        steps,
        params: { sent: 'probe', list: list.name, before: BEFORE, records, success: context.success },
        given: [...afterLook(list, 'success'), { step: BEFORE, is: 'success' }],
      };
}

/** The list of all records, searched for a unique value. */
function inListOfAll(context: OperationContext, fixtures: Fixtures, probe: Probe): BuiltCase | undefined {
  const { scope, endpoint } = context;
  const list = listOperation(scope, endpoint);
  const key = context.resolved.fields.find((f) => f.unique === true || f.distinct === true);
  if (list === undefined || key === undefined || isParented(context) || pathParameters(list.path).length > 0)
    return undefined;
  const { records, record } = listPointers(scope, endpoint);
  const sent = probe(context, fixtures, {});
  if (sent === undefined) return undefined;
  return {
    steps: [sent, fetchAllPages({ scope, endpoint, operation: list }, lookAt(context, list, {}))],
    params: {
      sent: 'probe',
      list: list.name,
      records,
      value: sentPointer(context, key.name),
      shown: `${record}/${key.name}`,
      success: context.success,
    },
    given: afterLook(list, 'success'),
  };
}

/** Reads the singleton of a parent, which has no list. */
export const rejectedInSingleton: CaseBuilder = (context, fixtures) => {
  const { scope, endpoint } = context;
  const read = scope.operation(endpoint, 'read');
  if (read === undefined || listOperation(scope, endpoint) !== undefined || !isParented(context)) return undefined;
  if (!pathParameters(read.path).every((name) => Object.hasOwn(endpoint.parents, name))) return undefined;
  const steps = belowParent(context, fixtures, read, withoutOne);
  if (steps === undefined) return undefined;
  return {
    steps,
    params: { step: read.name },
    given: afterLook(read, 'answered'),
  };
};

function afterLook({ name }: Operation, is: Precondition['is']): readonly Precondition[] {
  return [...AFTER_BASELINE_REQUEST, { step: name, is }];
}

/** Builds the invalid create with these fields; undefined if no invalid one is possible. */
type Probe = (context: OperationContext, fixtures: Fixtures, set: Parameters) => Step | undefined;

/** A create without a required field, but with its ID. Undefined if no other field is required. */
function withoutOne(context: OperationContext, fixtures: Fixtures, set: Parameters): Step | undefined {
  const required = context.resolved.fields.filter(
    (f) => f.required && f.readOnly !== true && f.unique !== true && !Object.hasOwn(set, f.name),
  );
  const plain = required.filter((f) => f.references === undefined);
  const left = [
    ...plain.filter((f) => f.distinct !== true),
    ...required.filter((f) => f.references !== undefined),
    ...plain,
  ][0];
  return left === undefined ? undefined : probeOf(context, fixtures, { set, remove: [left.name] });
}

/** A create with one invalid value in a nested record. */
function faultyInside(context: OperationContext, fixtures: Fixtures, set: Parameters): Step | undefined {
  const { scope, endpoint } = context;
  for (const [member, name] of Object.entries(endpoint.nested)) {
    const part = scope.endpoint(name);
    const field = scope
      .fields(part.fields)
      .find((f) => f.required && f.readOnly !== true && f.references === undefined && invalidValue(f) !== undefined);
    if (field === undefined) continue;
    const faulty = { ...fixtures.valid(part, 'full'), [field.name]: invalidValue(field) ?? null };
    return probeOf(context, fixtures, { set, nested: { [member]: [faulty as Readonly<Record<string, Json>>] } });
  }
  return undefined;
}

function probeOf(context: OperationContext, fixtures: Fixtures, change: BodyChange): Step {
  const { scope, endpoint, operation } = context;
  const request = baselineRequest(scope, endpoint, operation, fixtures, change);
  // The cleanup deletes a record that the service stores anyway.
  const undo = cleanupRequest(scope, endpoint, operation, request.parameters, 'probe');
  return {
    name: 'probe',
    operation: context.path,
    request,
    success: context.success,
    ...omitUndefined({ undo }),
  };
}

function lookAt({ scope, endpoint }: OperationContext, by: Operation, parameters: Parameters): Step {
  const own = Object.fromEntries(pathParameters(by.path).map((p) => [p, parameters[p] ?? null]));
  return { name: by.name, request: requestOf(endpoint, by, own), success: successOf(scope, by) };
}

function belowParent(
  context: OperationContext,
  fixtures: Fixtures,
  by: Operation,
  probe: Probe,
): readonly Step[] | undefined {
  const builder = new ScenarioBuilder(context, fixtures);
  const sent = probe(context, fixtures, {});
  if (sent === undefined) return undefined;
  const place = builder.addApart(sent);
  const look = lookAt(context, by, place);
  const made = builder.steps;
  // A singleton does not exist before the create.
  const before = by.kind === 'list' ? [{ ...look, name: BEFORE }] : [];
  return [...made.slice(0, -1), ...before, ...made.slice(-1), look];
}

/** The list belongs to a record that a field refers to; a new one has no other entries. */
function belowReference(
  context: OperationContext,
  fixtures: Fixtures,
  list: Operation,
  probe: Probe,
): readonly Step[] | undefined {
  const { scope, endpoint } = context;
  const name = parentEndpointName(endpoint, list.path);
  const above = name === undefined ? undefined : scope.endpoint(name);
  const field = context.resolved.fields.find((f) => f.references === name);
  const create = above === undefined ? undefined : scope.operation(above, 'create');
  if (above === undefined || field === undefined || create === undefined) return undefined;
  const owner = createStep(scope, above, create, fixtures, { name: 'owner' });
  const uid = identifierOf(scope, above, create, 'owner');
  const sent = probe(context, fixtures, { [field.name]: uid });
  const place = placeBelow(
    { endpoint: above, parameters: owner.request.parameters, uid: () => uid },
    endpoint,
    list.path,
  );
  if (sent === undefined || place === undefined) return undefined;
  const look = lookAt(context, list, place);
  return [owner, { ...look, name: BEFORE }, sent, look];
}
