/** The records that a group needs before its cases can be sent, made in its setup and removed at its end. */
import { BadInput } from '../errors.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Auth, RequestTemplate, Step, Value } from './model.ts';
import type { Scope } from './scope.ts';
import { type BodyChange, FULL, pathParameters, requestOf, successOf, uidPointer, undoOf, writeBody } from './templates.ts';
import { validObject, type References } from './values.ts';

/** One record with all that it needs: the same for every group of a scope. */
interface Made {
  /** Those of the records that it needs, in the order in which they are made, and its own, last. */
  readonly steps: readonly Step[];
  readonly reference: Value;
}

const madeOf = new WeakMap<Scope, Map<string, Made>>();

function made(scope: Scope, name: string): Made {
  const all = madeOf.get(scope) ?? new Map<string, Made>();
  madeOf.set(scope, all);
  const known = all.get(name);
  if (known !== undefined) return known;
  const endpoint = scope.endpoint(name);
  const create = scope.operation(endpoint, 'create');
  if (create === undefined) {
    throw BadInput.of('fixture-without-create', `${scope.service} ${scope.version}: ${name} has no create, and others need a record of it`, {
      file: endpoint.at.file,
      line: endpoint.at.line,
      column: endpoint.at.column,
      hint: 'Declare its create, or leave out what hangs on its records or refers to them.',
    });
  }
  const needed = new Fixtures(scope);
  const step = createStep(scope, endpoint, create, needed, { name });
  const own: Made = { steps: [...needed.steps, step], reference: { $ref: `setup.${name}#${uidPointer(scope, endpoint, create)}` } };
  all.set(name, own);
  return own;
}

export class Fixtures {
  readonly #scope: Scope;
  readonly #steps = new Map<string, Step>();
  readonly #valid = new Map<string, Readonly<Record<string, Value>>>();
  readonly #parameters = new Map<Operation, Readonly<Record<string, Value>>>();
  readonly #controls = new Map<Operation, RequestTemplate>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  get steps(): readonly Step[] {
    return [...this.#steps.values()];
  }

  /** The uid of this group's record of an endpoint, made on first use. */
  record(name: string): Value {
    const { steps, reference } = made(this.#scope, name);
    if (!this.#steps.has(name)) for (const step of steps) if (!this.#steps.has(step.name)) this.#steps.set(step.name, step);
    return reference;
  }

  /** References of an endpoint's fields: of the required ones, or of all. */
  references(endpoint: EndpointContract, extent: 'least' | 'full'): References {
    const needed = this.#scope.fields(endpoint.fields).filter((f) => f.references !== undefined && f.readOnly !== true && (extent === 'full' || f.required));
    return Object.fromEntries(needed.map((f) => [f.references ?? '', this.record(f.references ?? '')]));
  }

  /** A record that the contract accepts, with what it refers to made. */
  valid(endpoint: EndpointContract, extent: 'least' | 'full'): Readonly<Record<string, Value>> {
    const key = `${endpoint.endpoint} ${extent}`;
    const known = this.#valid.get(key) ?? validObject(this.#scope.fields(endpoint.fields), this.references(endpoint, extent), extent);
    this.#valid.set(key, known);
    return known;
  }

  /** Path parameters of an operation: parents' records, and the endpoint's own record for its uid. */
  parameters(endpoint: EndpointContract, operation: Operation): Readonly<Record<string, Value>> {
    const known =
      this.#parameters.get(operation) ?? Object.fromEntries(pathParameters(operation.path).map((name) => [name, this.record(endpoint.parents[name] ?? endpoint.endpoint)]));
    this.#parameters.set(operation, known);
    return known;
  }

  /** The unchanged request of an operation, made once. */
  control(operation: Operation, make: () => RequestTemplate): RequestTemplate {
    const known = this.#controls.get(operation) ?? make();
    this.#controls.set(operation, known);
    return known;
  }

  /** Whether everything that the path and the record need can be made over this service's own operations. */
  canMake(endpoint: EndpointContract): boolean {
    return this.#scope.operation(endpoint, 'create') !== undefined;
  }
}

export interface CreateOptions {
  readonly name: string;
  readonly extent?: 'least' | 'full';
  readonly change?: BodyChange;
  readonly auth?: Auth;
}

/** A create as a step, with its undo. */
export function createStep(scope: Scope, endpoint: EndpointContract, create: Operation, fixtures: Fixtures, options: CreateOptions): Step {
  const extent = options.extent ?? 'least';
  const fields = fixtures.valid(endpoint, extent);
  const request = requestOf(endpoint, create, fixtures.parameters(endpoint, create), {
    kind: 'json',
    value: writeBody(scope, endpoint, create, fields, options.change),
  });
  const undo = undoOf(scope, endpoint, create, request.parameters, options.name);
  return {
    name: options.name,
    request: options.auth === undefined ? request : { ...request, auth: options.auth },
    success: { ...successOf(scope, create, extent === 'full' ? FULL : undefined), brings: { pointer: uidPointer(scope, endpoint, create), type: uidType(scope, endpoint) } },
    ...(undo === undefined ? {} : { undo }),
  };
}

/** The JSON type of an endpoint's uids. */
export function uidType(scope: Scope, endpoint: EndpointContract): 'number' | 'string' {
  const field = scope.fields(endpoint.fields).find((f) => f.name === (endpoint.uid ?? 'id'));
  return field?.type === 'uid' || field?.type === 'integer' ? 'number' : 'string';
}
