/** One path of a service with the operations it offers, by method. */
export interface Route<Operation> {
  /** For example `/students/{students_uid}`. */
  readonly pattern: string;
  readonly operations: ReadonlyMap<string, Operation>;
  /** Value of the Allow header. */
  readonly allow: string;
}

export interface Match<Operation> {
  readonly route: Route<Operation>;
  /** The values of the path parameters, decoded, in order. */
  readonly parameters: readonly string[];
}

interface Compiled<Operation> {
  readonly route: Route<Operation>;
  readonly segments: readonly (string | undefined)[];
}

export interface Placed {
  readonly method: string;
  readonly path: string;
}

export class Router<Operation extends Placed> {
  readonly #bySegmentCount = new Map<number, Compiled<Operation>[]>();
  readonly #operations: readonly Operation[];

  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
    for (const pattern of new Set(operations.map(({ path }) => path))) {
      const together = operations.filter(({ path }) => path === pattern);
      const byMethod = new Map(together.map((operation) => [operation.method, operation]));
      const methods = [...byMethod.keys()];
      if (byMethod.has('GET')) methods.push('HEAD');
      const route: Route<Operation> = { pattern, operations: byMethod, allow: [...methods, 'OPTIONS'].join(', ') };
      const segments = pattern.split('/').map((segment) => (segment.startsWith('{') ? undefined : segment));
      const peers = this.#bySegmentCount.get(segments.length) ?? [];
      peers.push({ route, segments });
      this.#bySegmentCount.set(segments.length, peers);
    }
  }

  operations(): readonly Operation[] {
    return this.#operations;
  }

  find(path: string): Match<Operation> | undefined {
    const given = path.split('/');
    if (path.includes('%')) {
      for (const [index, segment] of given.entries()) {
        const decoded = decode(segment);
        if (decoded === undefined) return undefined;
        given[index] = decoded;
      }
    }
    for (const { route, segments } of this.#bySegmentCount.get(given.length) ?? []) {
      const parameters: string[] = [];
      const fits = segments.every((segment, index) => {
        const actual = given[index] ?? '';
        if (segment !== undefined) return segment === actual;
        parameters.push(actual);
        // An empty segment is a trailing or a doubled slash, not an empty id.
        return actual !== '';
      });
      if (fits) return { route, parameters };
    }
    return undefined;
  }
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
