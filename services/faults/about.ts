import type { About, ServiceStages } from '../instance.ts';
import { inArea, type FaultChange } from './fault.ts';

type Members = Readonly<Record<string, unknown>>;

/** A published definition, as far as faults look into it. */
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

export const withVersion = (definition: Definition, version: string): unknown => ({
  ...definition,
  info: { ...definition.info, version },
});

const methods = ['get', 'post', 'patch', 'delete'];

/** Each operation changed, or left out where nothing is made of it; a path without operations is left out too. */
export function eachOperation(
  definition: Definition,
  change: (operation: Members, method: string) => Members | undefined,
): unknown {
  const paths = Object.entries(definition.paths).flatMap(([path, item]) => {
    const members = Object.entries(item).flatMap(([name, member]): (readonly [string, unknown])[] => {
      const made = methods.includes(name) ? change(member as Members, name) : member;
      return made === undefined ? [] : [[name, made]];
    });
    return members.some(([name]) => methods.includes(name)) ? [[path, Object.fromEntries(members)] as const] : [];
  });
  return { ...definition, paths: Object.fromEntries(paths) };
}

interface RequestBody extends Members {
  readonly content: Readonly<Record<'application/json', { readonly schema: unknown }>>;
}

/** What is one object is said to be an array of them. */
export function inArray(operation: Members): Members {
  const body = operation['requestBody'] as RequestBody | undefined;
  if (!body) return operation;
  const schema = { type: 'array', items: body.content['application/json'].schema };
  return { ...operation, requestBody: { ...body, content: { 'application/json': { schema } } } };
}
