/** Records that the cases of a group need: created in its setup and deleted at its end. */
import { pathParameters } from '../model/path-template.ts';
import { omitUndefined, mergeObjects } from '../model/objects.ts';
import { ownProperty } from '../model/json.ts';
import { setupStep } from '../model/exchange.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Auth, RequestTemplate, Step, Value } from './model.ts';
import { validParameterValue } from './query.ts';
import type { Scope } from './scope.ts';
import {
  type BodyChange,
  bodyOf,
  FULL_RECORD_KEY,
  identifierOf,
  hasClientChosenId,
  requestOf,
  successOf,
  uidPointer,
  uidType,
} from './request-templates.ts';
import { cleanupRequest } from './undo-requests.ts';
import { reuseValue, asBaseline, computeOnce, collectUses, type ValueWithUses } from './open-question-uses.ts';
import { type FixtureReferences, clientChosenId, validObject } from './values.ts';

/** A value that is computed once per scope, with the steps that create the records it refers to, in sending order. */
interface Shared<T> {
  readonly computed: ValueWithUses<T>;
  readonly steps: readonly Step[];
}

/** Shared by all groups of a scope, so that tens of thousands of cases use a few hundred objects. */
interface Shelf {
  readonly records: Map<string, Shared<Value>>;
  readonly valid: Readonly<Record<Extent, Map<EndpointContract, Shared<Readonly<Record<string, Value>>>>>>;
  readonly parameters: Map<Operation, Shared<Readonly<Record<string, Value>>>>;
  readonly baselineRequests: Map<Operation, Shared<RequestTemplate>>;
  readonly creates: Readonly<Record<Extent, Map<Operation, Shared<Create>>>>;
}

type Extent = 'least' | 'full';

type Create = Pick<Step, 'request' | 'success'>;

/** Steps whose record has optional parts. They also serve cases that need fewer. */
const withParts = new WeakSet<Step>();

const shelfOf = computeOnce((_scope: Scope): Shelf => ({
  records: new Map(),
  valid: { least: new Map(), full: new Map() },
  parameters: new Map(),
  baselineRequests: new Map(),
  creates: { least: new Map(), full: new Map() },
}));

export class Fixtures {
  readonly #scope: Scope;
  readonly #shelf: Shelf;
  readonly #steps = new Map<string, Step>();

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#shelf = shelfOf(scope);
  }

  get steps(): readonly Step[] {
    return [...this.#steps.values()];
  }

  /**
   * The ID of this group's record of an endpoint, created on first use. Without a create, the ID of the record that the
   * target names.
   * @param parts optional fields that the record must have
   */
  record(name: string, parts: readonly string[] = []): Value {
    return this.#take(this.#shelf.records, [name, ...parts].join(' '), (own) => {
      const endpoint = this.#scope.endpoint(name);
      const create = this.#scope.operation(endpoint, 'create');
      if (create === undefined) return knownRecord(name, endpoint.uid ?? 'id');
      const change = parts.length === 0 ? undefined : { set: own.#partsOf(endpoint, parts) };
      const step = createStep(this.#scope, endpoint, create, own, { name, ...omitUndefined({ change }) });
      if (change !== undefined) withParts.add(step);
      own.#steps.set(name, step);
      return identifierOf(this.#scope, endpoint, create, setupStep(name));
    });
  }

  #partsOf(endpoint: EndpointContract, parts: readonly string[]): Readonly<Record<string, Value>> {
    const fields = this.#scope.fields(endpoint.fields).filter(({ name }) => parts.includes(name));
    return validObject(fields, this.#references(endpoint, 'least'), 'full');
  }

  /** A valid record, with the records that it refers to. */
  valid(endpoint: EndpointContract, extent: Extent): Readonly<Record<string, Value>> {
    return this.#take(this.#shelf.valid[extent], endpoint, (own) =>
      validObject(this.#scope.fields(endpoint.fields), own.#references(endpoint, extent), extent),
    );
  }

  /** Values for the path of an operation: IDs of parents, and of the endpoint's own record. */
  parameters(endpoint: EndpointContract, operation: Operation): Readonly<Record<string, Value>> {
    return this.#take(this.#shelf.parameters, operation, (own) =>
      Object.fromEntries(pathParameters(operation.path).map((name) => [name, own.#inPath(endpoint, operation, name)])),
    );
  }

  /** Value of a path parameter: a parent, the record itself, a field of an existing record, or a declared value. */
  #inPath(endpoint: EndpointContract, operation: Operation, name: string): Value {
    const said = operation.parameters?.find((one) => one.name === name);
    if (said !== undefined) return validParameterValue(said);
    const parent = ownProperty(endpoint.parents, name);
    if (parent !== undefined) return this.above(parent, name);
    if (name === endpoint.uid && hasClientChosenId(endpoint, operation)) return newIdentifier(this.#scope, endpoint);
    return name === endpoint.uid || this.canMake(endpoint)
      ? this.record(endpoint.endpoint, operation.empties)
      : knownRecord(endpoint.endpoint, name);
  }

  /** Path value for a parent: its ID, or the field with that name of an existing record. */
  above(parent: string, parameter: string): Value {
    const endpoint = this.#scope.endpoint(parent);
    const isMember =
      parameter !== endpoint.uid &&
      !this.canMake(endpoint) &&
      this.#scope.fields(endpoint.fields).some(({ name }) => name === parameter);
    return isMember ? knownRecord(parent, parameter) : this.record(parent);
  }

  /** Whether the setup creates the record. */
  makes(name: string): boolean {
    this.record(name);
    return this.#steps.has(name);
  }

  baselineRequest(operation: Operation, make: (own: Fixtures) => RequestTemplate): RequestTemplate {
    return this.#take(this.#shelf.baselineRequests, operation, make);
  }

  create(operation: Operation, extent: Extent, make: (own: Fixtures) => Create): Create {
    return this.#take(this.#shelf.creates[extent], operation, make);
  }

  /** Whether the service has a create for these records. */
  canMake(endpoint: EndpointContract): boolean {
    return this.#scope.operation(endpoint, 'create') !== undefined;
  }

  /** IDs that fields refer to: only those of required fields, or all. */
  #references(endpoint: EndpointContract, extent: Extent): FixtureReferences {
    const needed = this.#scope
      .fields(endpoint.fields)
      .filter((f) => f.references !== undefined && f.readOnly !== true && (extent === 'full' || f.required));
    return Object.fromEntries(needed.map((f) => [f.references ?? '', this.record(f.references ?? '')]));
  }

  /** Takes a value from the shared ones, or computes it with separate fixtures. This group gets the missing steps. */
  #take<Key, T>(shelf: Map<Key, Shared<T>>, key: Key, make: (own: Fixtures) => T): T {
    let known = shelf.get(key);
    if (known === undefined) {
      const own = new Fixtures(this.#scope);
      const made = collectUses(() => make(own));
      known = { computed: made, steps: own.steps };
      shelf.set(key, known);
    }
    const { computed: made } = known;
    for (const step of known.steps)
      if (!this.#steps.has(step.name) || withParts.has(step)) this.#steps.set(step.name, step);
    return asBaseline(() => reuseValue(made));
  }
}

function newIdentifier(scope: Scope, endpoint: EndpointContract): Value {
  const field = scope.fields(endpoint.fields).find((f) => f.name === endpoint.uid);
  return field === undefined ? { $unique: 10 } : clientChosenId(field);
}

function knownRecord(endpoint: string, member: string): Value {
  return { $record: `${endpoint}#/${member}` };
}

export interface CreateOptions {
  readonly name: string;
  readonly extent?: Extent;
  readonly change?: BodyChange;
  readonly auth?: Auth;
}

/** A create step with its cleanup, as a valid request. */
export function createStep(
  scope: Scope,
  endpoint: EndpointContract,
  create: Operation,
  fixtures: Fixtures,
  options: CreateOptions,
): Step {
  return asBaseline(() => {
    const { name, extent = 'least', change, auth } = options;
    const make = (own: Fixtures): Create => createOf(scope, endpoint, create, own, extent, change);
    const { request, success } = change === undefined ? fixtures.create(create, extent, make) : make(fixtures);
    const step = { name, request: auth === undefined ? request : { ...request, auth }, success };
    const undo = cleanupRequest(scope, endpoint, create, request.parameters, name);
    return undo === undefined ? step : mergeObjects(step, { undo });
  });
}

function createOf(
  scope: Scope,
  endpoint: EndpointContract,
  create: Operation,
  fixtures: Fixtures,
  extent: Extent,
  change: BodyChange | undefined,
): Create {
  const fields = fixtures.valid(endpoint, extent);
  const body = bodyOf(scope, endpoint, create, fields, change);
  const success = successOf(scope, create, extent === 'full' ? FULL_RECORD_KEY : undefined);
  return {
    request: requestOf(endpoint, create, fixtures.parameters(endpoint, create), body),
    success: hasClientChosenId(endpoint, create)
      ? success
      : mergeObjects(success, {
          brings: { pointer: uidPointer(scope, endpoint, create), type: uidType(scope, endpoint) },
        }),
  };
}
