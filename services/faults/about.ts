import type { About, ServiceStages } from '../instance.ts';
import { inArea, type FaultChange } from './fault.ts';

type Members = Readonly<Record<string, unknown>>;

/** A published definition, as far as faults read it. */
export interface Definition extends Members {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The service says something else of itself. */
export const describing = (members: Members): FaultChange<ServiceStages> =>
  inArea('about', ({ describe }: About) => ({ describe: () => ({ ...describe(), ...members }) }));

/** The service publishes another definition than its own. */
export const withDefinition = (change: (definition: Definition) => unknown): FaultChange<ServiceStages> =>
  inArea('about', ({ definition }: About) => ({ definition: () => change(definition() as Definition) }));

const methods = ['get', 'post', 'patch', 'delete'];

interface RequestBody extends Members {
  readonly content: Readonly<Record<'application/json', { readonly schema: unknown }>>;
}

/** The definition with an array of objects wherever a body is one object. */
export function withArrayBodies(definition: Definition): unknown {
  const changed = Object.entries(definition.paths).map(([path, item]) => {
    const members = Object.entries(item).map(([name, member]) => [
      name,
      methods.includes(name) ? inArray(member as Members) : member,
    ]);
    return [path, Object.fromEntries(members) as unknown];
  });
  return { ...definition, paths: Object.fromEntries(changed) as unknown };
}

function inArray(operation: Members): Members {
  const body = operation['requestBody'] as RequestBody | undefined;
  if (!body) return operation;
  const schema = { type: 'array', items: body.content['application/json'].schema };
  return { ...operation, requestBody: { ...body, content: { 'application/json': { schema } } } };
}
