/**
 * Builds the steps of a case: creates, reads, lists, changes and deletes records. It knows the parent of each record,
 * its cleanup, and its ID. Steps without an operation in the service are left out, with all later steps on their
 * records.
 */
import { pathParameters } from '../model/path-template.ts';
import { ownProperty } from '../model/json.ts';
import { omitUndefined, mergeObjects } from '../model/objects.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import { fetchAllPages } from './catalogue/pages.ts';
import type { OperationContext } from './context.ts';
import { createStep, type Fixtures } from './fixtures.ts';
import type { RequestTemplate, Step, Value } from './model.ts';
import { pathSlotValues } from './query.ts';
import {
  type BodyChange,
  bodyOf,
  identifierOf,
  hasClientChosenId,
  listOperation,
  parentParameter,
  requestOf,
  successOf,
  uidPointer,
  writableFields,
  writeBody,
} from './request-templates.ts';
import { cleanupRequest } from './undo-requests.ts';
import { cleanupBy } from './request-auth.ts';

/** An additional change of a request. */
export type RequestEdit = (request: RequestTemplate) => RequestTemplate;

/** Kinds that send a whole record. */
const WHOLE: ReadonlySet<string> = new Set(['create', 'replace', 'action']);

const NO_NAMES: ReadonlySet<string> = new Set();
const AS_IT_IS: RequestEdit = (request) => request;

/** A record that the case created. */
interface Made {
  readonly endpoint: EndpointContract;
  readonly parameters: Values;
  /** `item` is the position in a batch. */
  readonly uid: (item?: number) => Value;
}

export interface MakeOptions {
  /** Default: the endpoint of the operation. */
  readonly of?: EndpointContract | undefined;
  readonly extent?: 'least' | 'full' | undefined;
  readonly change?: BodyChange | undefined;
  /** The step with the parent record. Default: a separate parent, so that records of other cases do not interfere. */
  readonly below?: string | undefined;
  /** False if the deletion of the parent deletes it. */
  readonly undo?: boolean | undefined;
}

/** The step that creates the default parent. */
const PARENT = 'parent';

export class ScenarioBuilder {
  readonly #context: OperationContext;
  readonly #fixtures: Fixtures;
  readonly #steps: Step[] = [];
  readonly #records = new Map<string, Made>();
  #left: Set<string> | undefined;

  constructor(context: OperationContext, fixtures: Fixtures) {
    this.#context = context;
    this.#fixtures = fixtures;
  }

  get steps(): readonly Step[] {
    return this.#steps.slice();
  }

  get left(): ReadonlySet<string> {
    return this.#left ?? NO_NAMES;
  }

  /** The ID of the record that a step created. */
  uid(step: string): Value | undefined {
    return this.#records.get(step)?.uid();
  }

  /** Adds a request; `below` replaces the parent in its path. */
  add(step: Step, below?: string): void {
    if (below === undefined) {
      this.#steps.push(step);
      return;
    }
    const place = this.below(below, step.request.path);
    if (place === undefined) return this.#leave(step.name);
    this.#steps.push(movedBelow(step, place));
  }

  /** Path values of the record of a step and of its parents; undefined if the path does not name it. */
  below(step: string, path: string, endpoint = this.#context.endpoint, item = 0): Values | undefined {
    const above = this.#records.get(step);
    return above === undefined ? undefined : placeBelow({ ...above, uid: () => above.uid(item) }, endpoint, path);
  }

  /** Sends the last step in parallel with the one before it, or drops it if that one is missing. */
  together(name: string, other: string): void {
    const [before, last] = this.#steps.slice(-2);
    if (last?.name !== name) return;
    this.#steps.pop();
    if (before?.name === other) this.#steps.push(mergeObjects(last, { together: true }));
    else this.#leave(name);
  }

  /** Moves the last step before an earlier one. */
  ahead(name: string, other: string): void {
    const place = this.#steps.findIndex((step) => step.name === other);
    if (this.#steps.at(-1)?.name === name && place >= 0) this.#steps.splice(place, 0, ...this.#steps.splice(-1));
  }

  /**
   * Adds a request below a separate parent, if its path has a parent that can be created. Returns the path values of
   * that parent.
   */
  addApart(step: Step): Values {
    const { endpoint } = this.#context;
    const parameter = parentParameter(endpoint, step.request.path);
    if (parameter !== undefined) this.#parent(PARENT, endpoint, parameter);
    const above = parameter === undefined ? NOWHERE : (this.below(PARENT, step.request.path) ?? NOWHERE);
    const own = this.#ownRecord(step);
    const place = own === NOWHERE ? above : { ...above, ...own };
    this.#steps.push(movedBelow(step, place));
    return place;
  }

  /** Actions and deletes may be possible only once, so each gets its own record. */
  #ownRecord({ request }: Step): Values {
    const { endpoint, operation } = this.#context;
    const own = pathParameters(request.path).find((name) => name === endpoint.uid);
    if (!isDoneOnce(operation) || this.#create(endpoint) === undefined) return NOWHERE;
    // A singleton is deleted at the path of its parent.
    if (own === undefined && operation.kind !== 'delete') return NOWHERE;
    this.make('own');
    const uid = this.uid('own');
    return own === undefined || uid === undefined ? NOWHERE : { [own]: uid };
  }

  make(name: string, options: MakeOptions = {}, edit = AS_IT_IS): void {
    const { scope, endpoint: own } = this.#context;
    const { of: endpoint = own, extent = 'least', change, below, undo } = options;
    const create = this.#create(endpoint);
    if (create === undefined) return this.#leave(name);
    const made = createStep(scope, endpoint, create, this.#fixtures, {
      name,
      extent,
      ...omitUndefined({ change }),
    });
    this.#place(endpoint, create, { ...made, request: edit(made.request) }, below, undo);
  }

  /** Creates several records in one request, with the given fields. */
  makeAll(name: string, items: readonly Values[], extent: 'least' | 'full' = 'least'): void {
    const { scope, endpoint, path, success } = this.#context;
    const create = this.#create(endpoint);
    if (create === undefined) return this.#leave(name);
    const value = items.map((set, index): Value => {
      const fields = { ...this.#fixtures.valid(endpoint, extent), ...this.nth(index), ...set };
      const body = writeBody(scope, endpoint, create, fields);
      return Array.isArray(body) ? ((body as readonly Value[])[0] ?? null) : body;
    });
    const request = requestOf(endpoint, create, this.#fixtures.parameters(endpoint, create), { kind: 'json', value });
    const undo = cleanupRequest(scope, endpoint, create, request.parameters, name);
    const step = { name, operation: path, request, success, ...omitUndefined({ undo }) };
    this.#place(endpoint, create, step);
  }

  /** Creates a parent of the operation's records. */
  makeParent(name: string): void {
    const { endpoint, operation } = this.#context;
    const paths = [operation.path, this.#create(endpoint)?.path ?? ''];
    const parameter = paths.flatMap((path) => parentParameter(endpoint, path) ?? []).at(0);
    if (parameter === undefined || this.#parent(name, endpoint, parameter) === undefined) this.#leave(name);
  }

  /** Creates a record of each kind that the operation's records refer to, in steps `<name>-<endpoint>`. */
  makeReferredTo(name: string): void {
    const { scope, endpoint, operation } = this.#context;
    for (const { references } of writableFields(scope, endpoint, operation)) {
      const other = references === undefined ? undefined : scope.endpoint(references);
      const create = other === undefined ? undefined : scope.operation(other, 'create');
      if (other !== undefined && create !== undefined)
        this.#keep(
          other,
          create,
          createStep(scope, other, create, this.#fixtures, { name: `${name}-${other.endpoint}` }),
        );
    }
  }

  /** Fields of the nth record below one parent that must differ between records. */
  nth(index: number, endpoint = this.#context.endpoint): Values {
    const { scope } = this.#context;
    const create = this.#create(endpoint);
    if (create === undefined) return {};
    const fields = writableFields(scope, endpoint, create);
    const codes = fields.find((f) => f.distinct === true && f.type === 'code');
    const dates = fields.find((f) => f.usual === true && f.type === 'date');
    return {
      ...(codes === undefined ? {} : { [codes.name]: codes.values?.[index] ?? '' }),
      ...(dates === undefined ? {} : { [dates.name]: `201${index}-01-01` }),
    };
  }

  /** Calls the operation on a record; an update sends only these fields. */
  send(
    name: string,
    on: string,
    { set, send }: { readonly set?: Values | undefined; readonly send?: Step['send'] },
    edit = AS_IT_IS,
  ): void {
    const { scope, endpoint, operation, path, success } = this.#context;
    const made = this.#records.get(on);
    const isEmpty = operation.kind === 'update' && set !== undefined && Object.keys(set).length === 0;
    if (made === undefined || isEmpty) return this.#leave(name);
    const members = this.#sent(set);
    const body = members === undefined ? undefined : bodyOf(scope, endpoint, operation, members);
    const request = edit(requestOf(endpoint, operation, parametersOf(endpoint, operation, made), body));
    this.add({ name, operation: path, request, ...omitUndefined({ send }), success });
  }

  /** Fields to send: the set ones for an update, otherwise a whole record with them. */
  #sent(set: Values | undefined): Values | undefined {
    const { endpoint, operation } = this.#context;
    if (operation.kind === 'update') return set;
    const isWhole = WHOLE.has(operation.kind) && operation.request !== 'none';
    return isWhole ? { ...this.#fixtures.valid(endpoint, 'least'), ...set } : undefined;
  }

  read(name: string, of: string, item?: number, edit = AS_IT_IS): void {
    this.#call(name, of, (endpoint) => this.#context.scope.operation(endpoint, 'read'), edit, item);
  }

  delete(name: string, of: string, edit = AS_IT_IS): void {
    this.#call(name, of, (endpoint) => this.#context.scope.operation(endpoint, 'delete'), edit);
  }

  /** Updates a record with these fields only. */
  change(name: string, of: string, set: Values, edit = AS_IT_IS): void {
    const { scope } = this.#context;
    const endpoint = this.#records.get(of)?.endpoint;
    const update = endpoint === undefined ? undefined : scope.operation(endpoint, 'update');
    if (endpoint === undefined || update === undefined) return this.#leave(name);
    const body = bodyOf(scope, endpoint, update, set);
    this.#call(
      name,
      of,
      () => update,
      (request) => edit(mergeObjects(request, omitUndefined({ body }))),
    );
  }

  /** Deletes the parts of a record. */
  empty(name: string, of: string, edit = AS_IT_IS): void {
    const { scope } = this.#context;
    this.#call(name, of, (endpoint) => scope.operations(endpoint).find(({ empties }) => empties !== undefined), edit);
  }

  /** Fetches the list that contains the record, or the list of another parent. */
  list(name: string, of: string, edit = AS_IT_IS, below?: string): void {
    const { scope } = this.#context;
    const made = this.#records.get(of);
    const list = made === undefined ? undefined : listOperation(scope, made.endpoint);
    if (made === undefined || list === undefined) return this.#leave(name);
    const { endpoint, parameters } = made;
    const slots = pathSlotValues(list);
    const values = pathParameters(list.path).map(
      (p) => [p, parameters[p] ?? slots[p] ?? this.#inPath(endpoint, p)] as const,
    );
    const request = edit(requestOf(endpoint, list, Object.fromEntries(values)));
    const step = this.#judged({ name, request, success: successOf(scope, list) }, list);
    // The list of a separate parent has no other records. Any other list may be long, so all pages are fetched.
    const isOwn = values.some(([, value]) => this.#isOfCase(value));
    this.add(isOwn ? step : fetchAllPages({ scope, endpoint, operation: list }, step), below);
  }

  /** Whether a step of the case created the record that a value refers to. */
  #isOfCase(value: Value | undefined): boolean {
    const { $ref } = (value ?? {}) as { readonly $ref?: Value };
    return typeof $ref === 'string' && this.#records.has($ref.slice(0, $ref.indexOf('#')));
  }

  #inPath({ endpoint, parents }: EndpointContract, parameter: string): Value {
    const parent = ownProperty(parents, parameter);
    return parent === undefined ? this.#fixtures.record(endpoint) : this.#fixtures.above(parent, parameter);
  }

  #leave(name: string): void {
    this.#left ??= new Set();
    this.#left.add(name);
  }

  #create(endpoint: EndpointContract): Operation | undefined {
    const { scope, operation, endpoint: own } = this.#context;
    return operation.kind === 'create' && endpoint === own ? operation : scope.operation(endpoint, 'create');
  }

  #call(
    name: string,
    of: string,
    operationOf: (endpoint: EndpointContract) => Operation | undefined,
    edit: RequestEdit,
    item?: number,
  ): void {
    const made = this.#records.get(of);
    const operation = made === undefined ? undefined : operationOf(made.endpoint);
    if (made === undefined || operation === undefined) return this.#leave(name);
    const request = edit(requestOf(made.endpoint, operation, parametersOf(made.endpoint, operation, made, item)));
    this.add(this.#judged({ name, request, success: successOf(this.#context.scope, operation) }, operation));
  }

  /** Passive rules judge the steps that call the operation of the case. */
  #judged(step: Step, operation: Operation): Step {
    return operation === this.#context.operation ? mergeObjects(step, { operation: this.#context.path }) : step;
  }

  /** Adds a create below the named record, or below a separate parent. */
  #place(endpoint: EndpointContract, create: Operation, step: Step, below?: string, undone?: boolean): void {
    const { scope } = this.#context;
    const place = this.#placeOf(endpoint, create, below);
    if (place === undefined) return this.#leave(step.name);
    const parameters = place === NOWHERE ? step.request.parameters : { ...step.request.parameters, ...place };
    const own = undone === false ? undefined : cleanupRequest(scope, endpoint, create, parameters, step.name);
    const undo = cleanupBy(step.request.auth, own);
    const placed =
      place === NOWHERE && undo === step.undo ? step : undoneLater({ ...step.request, parameters }, step, undo);
    this.#keep(endpoint, create, this.#judged(placed, create));
  }

  #placeOf(endpoint: EndpointContract, create: Operation, below: string | undefined): Values | undefined {
    const parameter = parentParameter(endpoint, create.path);
    if (parameter === undefined) return NOWHERE;
    if (below !== undefined) return this.below(below, create.path, endpoint);
    if (!this.#records.has(PARENT)) this.#parent(PARENT, endpoint, parameter);
    return this.below(PARENT, create.path, endpoint) ?? NOWHERE;
  }

  /** Undefined if the parent cannot be created. */
  #parent(name: string, endpoint: EndpointContract, parameter: string): Made | undefined {
    const { scope } = this.#context;
    const above = scope.endpoint(ownProperty(endpoint.parents, parameter) ?? '');
    const create = scope.operation(above, 'create');
    if (create === undefined) return undefined;
    return this.#keep(above, create, createStep(scope, above, create, this.#fixtures, { name }));
  }

  #keep(endpoint: EndpointContract, create: Operation, step: Step): Made {
    const { scope } = this.#context;
    const pointer = uidPointer(scope, endpoint, create);
    const made: Made = {
      endpoint,
      parameters: step.request.parameters,
      uid: (item = 0) =>
        hasClientChosenId(endpoint, create)
          ? identifierOf(scope, endpoint, create, step.name)
          : { $ref: `${step.name}#${pointer.replace('/0/', `/${item}/`)}` },
    };
    this.#records.set(step.name, made);
    this.add(step);
    return made;
  }
}

/** Whether the operation may be impossible on the record of the baseline request. */
export function isDoneOnce({ kind, empties }: Operation): boolean {
  return kind === 'action' || (kind === 'delete' && empties === undefined);
}

export function requestBelowOwnParent(context: OperationContext, fixtures: Fixtures, step: Step): readonly Step[] {
  const builder = new ScenarioBuilder(context, fixtures);
  builder.addApart(step);
  return builder.steps;
}

/** Path values of a record: its ID and those of its parents. */
function parametersOf(endpoint: EndpointContract, { path }: Operation, made: Made, item?: number): Values {
  return Object.fromEntries(
    pathParameters(path).map((p) => [
      p,
      (ownProperty(endpoint.parents, p) ?? endpoint.endpoint) === made.endpoint.endpoint
        ? made.uid(item)
        : (made.parameters[p] ?? null),
    ]),
  );
}

export type Values = Readonly<Record<string, Value>>;

/** Path values of a record without parents. */
export const NOWHERE: Values = {};

/** A parent record. */
export interface ParentRecord {
  readonly endpoint: EndpointContract;
  readonly parameters: Values;
  readonly uid: () => Value;
}

/** Path values of a parent and its ancestors; undefined if the path does not name the parent. */
export function placeBelow(above: ParentRecord, { parents }: EndpointContract, path: string): Values | undefined {
  const names = pathParameters(path).filter((name) => Object.hasOwn(parents, name));
  const own = names.findLast((name) => ownProperty(parents, name) === above.endpoint.endpoint);
  if (own === undefined) return undefined;
  const outer = names.flatMap((name) => {
    const [, value] =
      Object.entries(above.parameters).find(
        ([theirs]) => ownProperty(above.endpoint.parents, theirs) === ownProperty(parents, name),
      ) ?? [];
    return name === own || value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(outer), [own]: above.uid() };
}

export function undoneLater(request: RequestTemplate, { undo: _undo, ...step }: Step, undo: Step['undo']): Step {
  return mergeObjects(step, { request, ...omitUndefined({ undo }) });
}

/** The step below another parent, with its cleanup there. */
export function movedBelow(whole: Step, place: Values): Step {
  if (place === NOWHERE) return whole;
  const { undo, ...step } = whole;
  const moved = { ...step, request: { ...step.request, parameters: { ...step.request.parameters, ...place } } };
  if (undo === undefined) return moved;
  const known = Object.entries(place).filter(([name]) => Object.hasOwn(undo.parameters, name));
  return mergeObjects(moved, { undo: { ...undo, parameters: { ...undo.parameters, ...Object.fromEntries(known) } } });
}
