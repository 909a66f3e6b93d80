/** The records that a group needs before its cases can be sent, made in its setup and removed at its end. */
import { pathParameters } from '../model/path-template.ts';
import { defined, extended } from '../model/objects.ts';
import { ownMember } from '../model/json.ts';
import { ofSetup } from '../model/exchange.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Auth, RequestTemplate, Step, Value } from './model.ts';
import { goodValue } from './query.ts';
import type { Scope } from './scope.ts';
import {
  type BodyChange,
  bodyOf,
  FULL,
  identifierOf,
  isChosen,
  requestOf,
  successOf,
  uidPointer,
  uidType,
} from './request-templates.ts';
import { undoOf } from './undo-requests.ts';
import { again, asGood, computeOnce, observed, type ObservedValue } from './open-question-uses.ts';
import { type FixtureReferences, ownIdentifier, validObject } from './values.ts';

/** What was made once for a scope, with the steps that make what it refers to, in the order in which they are sent. */
interface Shared<T> {
  readonly made: ObservedValue<T>;
  readonly steps: readonly Step[];
}

/** The same in every group of a scope, so that tens of thousands of cases share a few hundred objects. */
interface Shelf {
  readonly records: Map<string, Shared<Value>>;
  readonly valid: Readonly<Record<Extent, Map<EndpointContract, Shared<Readonly<Record<string, Value>>>>>>;
  readonly parameters: Map<Operation, Shared<Readonly<Record<string, Value>>>>;
  readonly controls: Map<Operation, Shared<RequestTemplate>>;
  readonly creates: Readonly<Record<Extent, Map<Operation, Shared<Create>>>>;
}

type Extent = 'least' | 'full';

/** A create, whatever the step is called. */
type Create = Pick<Step, 'request' | 'success'>;

/** Steps whose record has more than it needs: whoever needs less of it in the same group is served too. */
const withParts = new WeakSet<Step>();

const shelfOf = computeOnce((_scope: Scope): Shelf => ({
  records: new Map(),
  valid: { least: new Map(), full: new Map() },
  parameters: new Map(),
  controls: new Map(),
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
   * The uid of this group's record of an endpoint, made on first use; where nothing makes one, of the one that the target names.
   * @param parts members that it is to have beside those that it needs
   */
  record(name: string, parts: readonly string[] = []): Value {
    return this.#take(this.#shelf.records, [name, ...parts].join(' '), (own) => {
      const endpoint = this.#scope.endpoint(name);
      const create = this.#scope.operation(endpoint, 'create');
      if (create === undefined) return knownRecord(name, endpoint.uid ?? 'id');
      const change = parts.length === 0 ? undefined : { set: own.#partsOf(endpoint, parts) };
      const step = createStep(this.#scope, endpoint, create, own, { name, ...defined({ change }) });
      if (change !== undefined) withParts.add(step);
      own.#steps.set(name, step);
      return identifierOf(this.#scope, endpoint, create, ofSetup(name));
    });
  }

  #partsOf(endpoint: EndpointContract, parts: readonly string[]): Readonly<Record<string, Value>> {
    const fields = this.#scope.fields(endpoint.fields).filter(({ name }) => parts.includes(name));
    return validObject(fields, this.#references(endpoint, 'least'), 'full');
  }

  /** A record that the contract accepts, with what it refers to made. */
  valid(endpoint: EndpointContract, extent: Extent): Readonly<Record<string, Value>> {
    return this.#take(this.#shelf.valid[extent], endpoint, (own) =>
      validObject(this.#scope.fields(endpoint.fields), own.#references(endpoint, extent), extent),
    );
  }

  /** Path parameters of an operation: parents' records, and the endpoint's own record for its uid. */
  parameters(endpoint: EndpointContract, operation: Operation): Readonly<Record<string, Value>> {
    return this.#take(this.#shelf.parameters, operation, (own) =>
      Object.fromEntries(pathParameters(operation.path).map((name) => [name, own.#inPath(endpoint, operation, name)])),
    );
  }

  /** What stands in a path: the record of a parent, the endpoint's own, a member of one that is there, or what the operation says. */
  #inPath(endpoint: EndpointContract, operation: Operation, name: string): Value {
    const said = operation.parameters?.find((one) => one.name === name);
    if (said !== undefined) return goodValue(said);
    const parent = ownMember(endpoint.parents, name);
    if (parent !== undefined) return this.above(parent, name);
    if (name === endpoint.uid && isChosen(endpoint, operation)) return newIdentifier(this.#scope, endpoint);
    return name === endpoint.uid || this.canMake(endpoint)
      ? this.record(endpoint.endpoint, operation.empties)
      : knownRecord(endpoint.endpoint, name);
  }

  /** What stands in a path for the record of a parent: what identifies it, or the member of that name of one that is there already. */
  above(parent: string, parameter: string): Value {
    const endpoint = this.#scope.endpoint(parent);
    const isMember =
      parameter !== endpoint.uid &&
      !this.canMake(endpoint) &&
      this.#scope.fields(endpoint.fields).some(({ name }) => name === parameter);
    return isMember ? knownRecord(parent, parameter) : this.record(parent);
  }

  /** Whether the record of an endpoint is made in the setup, and not one that is there already. */
  makes(name: string): boolean {
    this.record(name);
    return this.#steps.has(name);
  }

  /** The unchanged request of an operation, made once. */
  control(operation: Operation, make: (own: Fixtures) => RequestTemplate): RequestTemplate {
    return this.#take(this.#shelf.controls, operation, make);
  }

  /** The unchanged create of an endpoint's record, made once. */
  create(operation: Operation, extent: Extent, make: (own: Fixtures) => Create): Create {
    return this.#take(this.#shelf.creates[extent], operation, make);
  }

  /** Whether everything that the path and the record need can be made over this service's own operations. */
  canMake(endpoint: EndpointContract): boolean {
    return this.#scope.operation(endpoint, 'create') !== undefined;
  }

  /** References of an endpoint's fields: of the required ones, or of all. */
  #references(endpoint: EndpointContract, extent: Extent): FixtureReferences {
    const needed = this.#scope
      .fields(endpoint.fields)
      .filter((f) => f.references !== undefined && f.readOnly !== true && (extent === 'full' || f.required));
    return Object.fromEntries(needed.map((f) => [f.references ?? '', this.record(f.references ?? '')]));
  }

  /** From the shelf, made with fixtures of its own where it is not there yet; this group gets the steps that it lacks. */
  #take<Key, T>(shelf: Map<Key, Shared<T>>, key: Key, make: (own: Fixtures) => T): T {
    let known = shelf.get(key);
    if (known === undefined) {
      const own = new Fixtures(this.#scope);
      const made = observed(() => make(own));
      known = { made, steps: own.steps };
      shelf.set(key, known);
    }
    const { made } = known;
    for (const step of known.steps)
      if (!this.#steps.has(step.name) || withParts.has(step)) this.#steps.set(step.name, step);
    return asGood(() => again(made));
  }
}

/** What a client calls a new record, by the field that identifies it. */
function newIdentifier(scope: Scope, endpoint: EndpointContract): Value {
  const field = scope.fields(endpoint.fields).find((f) => f.name === endpoint.uid);
  return field === undefined ? { $unique: 10 } : ownIdentifier(field);
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

/** A create as a step, with its undo: a good request, whatever it is made for. */
export function createStep(
  scope: Scope,
  endpoint: EndpointContract,
  create: Operation,
  fixtures: Fixtures,
  options: CreateOptions,
): Step {
  return asGood(() => goodStep(scope, endpoint, create, fixtures, options));
}

function goodStep(
  scope: Scope,
  endpoint: EndpointContract,
  create: Operation,
  fixtures: Fixtures,
  options: CreateOptions,
): Step {
  const { name, extent = 'least', change, auth } = options;
  const make = (own: Fixtures): Create => createOf(scope, endpoint, create, own, extent, change);
  const { request, success } = change === undefined ? fixtures.create(create, extent, make) : make(fixtures);
  const step = { name, request: auth === undefined ? request : { ...request, auth }, success };
  const undo = undoOf(scope, endpoint, create, request.parameters, name);
  return undo === undefined ? step : extended(step, { undo });
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
  const success = successOf(scope, create, extent === 'full' ? FULL : undefined);
  return {
    request: requestOf(endpoint, create, fixtures.parameters(endpoint, create), body),
    success: isChosen(endpoint, create)
      ? success
      : extended(success, { brings: { pointer: uidPointer(scope, endpoint, create), type: uidType(scope, endpoint) } }),
  };
}
