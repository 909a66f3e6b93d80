/** Steps that are sent elsewhere, and what they make removed there. Pure. */
import { defined, extended } from '../model/objects.ts';
import { ownMember } from '../model/json.ts';
import { pathParameters } from '../model/path-template.ts';
import type { EndpointContract } from '../load/model.ts';
import type { RequestTemplate, Step, Value } from './model.ts';

export type Values = Readonly<Record<string, Value>>;

/** In the path of what hangs on no record. */
export const NOWHERE: Values = {};

/** A record that others stand below. */
export interface Above {
  readonly endpoint: EndpointContract;
  /** Path parameters of its create. */
  readonly parameters: Values;
  readonly uid: () => Value;
}

/** What names that record in the path of what stands below it, and all that it stands below itself; undefined where the path has no place for it. */
export function placeBelow(above: Above, { parents }: EndpointContract, path: string): Values | undefined {
  const names = pathParameters(path).filter((name) => Object.hasOwn(parents, name));
  const own = names.findLast((name) => ownMember(parents, name) === above.endpoint.endpoint);
  if (own === undefined) return undefined;
  const outer = names.flatMap((name) => {
    const [, value] =
      Object.entries(above.parameters).find(
        ([theirs]) => ownMember(above.endpoint.parents, theirs) === ownMember(parents, name),
      ) ?? [];
    return name === own || value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(outer), [own]: above.uid() };
}

/** The step with another request, and another way to remove what it makes. */
export function undoneLater(request: RequestTemplate, { undo: _undo, ...step }: Step, undo: Step['undo']): Step {
  return extended(step, { request, ...defined({ undo }) });
}

/** A request with another parent in its path, and what it makes removed there. */
export function movedBelow(whole: Step, place: Values): Step {
  if (place === NOWHERE) return whole;
  const { undo, ...step } = whole;
  const moved = { ...step, request: { ...step.request, parameters: { ...step.request.parameters, ...place } } };
  if (undo === undefined) return moved;
  const known = Object.entries(place).filter(([name]) => Object.hasOwn(undo.parameters, name));
  return extended(moved, { undo: { ...undo, parameters: { ...undo.parameters, ...Object.fromEntries(known) } } });
}
