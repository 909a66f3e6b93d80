import { Life } from '../../life.ts';
import type { Value } from '../../model.ts';
import { sentPointer } from '../../sent-pointer.ts';
import { pathParameters, requestOf, shownPointer, successOf, uidPointer } from '../../templates.ts';
import type { BuiltCheck, Sequence } from './model.ts';

/** What takes one of a list takes the first, or the last. */
const PLACES = [0, 1] as const;

export const innerRecords: Sequence = {
  words: 'makes a record with two of each kind that may stand inside it, and reads each of these by its own path',
  build: (context, fixtures) => {
    const { scope, endpoint, operation } = context;
    const inside = Object.entries(endpoint.nested).flatMap(([member, name]) => {
      const part = scope.endpoint(name);
      const read = scope.operation(part, 'read');
      return read === undefined || part.uid === undefined ? [] : [{ member, part, read, uid: part.uid }];
    });
    const life = new Life(context, fixtures);
    const nested = Object.fromEntries(
      inside.map(({ member, part }) => [
        member,
        PLACES.map((place) => ({ ...fixtures.valid(part, 'full'), ...life.nth(place, part) })),
      ]),
    );
    life.make('create', { change: { nested } });
    const made = life.uid('create') ?? null;
    // The records inside stand beside the identifier of the one that they are inside.
    const beside = uidPointer(scope, endpoint, operation).replace(/\/[^/]*$/, '');
    const checks = inside.flatMap(({ member, part, read, uid }) =>
      PLACES.map((place): BuiltCheck => {
        const [name, at] = [`${member}-${String(place)}`, `${member}/${String(place)}`];
        const own: Value = { $ref: `create#${beside}/${at}/${uid}` };
        const parameters = pathParameters(read.path).map((p) => [p, part.parents[p] === undefined ? own : made]);
        const request = requestOf(part, read, Object.fromEntries(parameters) as Readonly<Record<string, Value>>);
        life.add({ name, request, success: successOf(scope, read), onlyIf: 'create' });
        return {
          key: at,
          way: at,
          asks: `${at} is read as it was sent`,
          params: {
            written: 'create',
            read: name,
            sent: `${sentPointer(context, at)}${part.singular === undefined ? '' : `/${part.singular}`}`,
            shown: shownPointer(scope, part),
          },
          given: [{ step: 'create', is: 'success' }],
        };
      }),
    );
    return checks.length === 0 || life.left.size > 0 ? undefined : { steps: life.steps, checks };
  },
};
