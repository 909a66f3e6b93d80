/** What the JSON of a service is declared as. Pure. */
import { bareMediaType } from '../record/media-type.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { isJson, successesOf, USUAL } from './answers.ts';

/** Where all successes have one type of JSON that is not the usual one. */
export function ownMedia(operations: readonly ApiOperation[]): string | undefined {
  const [only, ...others] = new Set(operations.flatMap(typesOf));
  return others.length > 0 || only === USUAL ? undefined : only;
}

/** Operations that answer with another type than the contract has for all, and with which. */
export function otherMedia(
  operations: readonly ApiOperation[],
  media = USUAL,
): readonly { readonly operation: ApiOperation; readonly why: string }[] {
  return operations.flatMap((operation) => {
    const [type, ...more] = typesOf(operation);
    return type === undefined || type === media || more.includes(media)
      ? []
      : [{ operation, why: `that it answers with ${type}: a contract has one type for all, here ${media}` }];
  });
}

function typesOf(operation: ApiOperation): readonly string[] {
  const types = successesOf(operation).flatMap((status) => Object.keys(operation.responses[status]?.content ?? {}));
  return types
    .filter(isJson)
    .map(bareMediaType)
    .filter((type) => !type.includes('*'));
}
