/** Members that no update changes, whatever it says, where others arrive. */
import { sameJson } from '../../../record/json.ts';
import { fieldOf, namesIn, operationOf } from '../departures/departure-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { isAnyHeeded, isAsAsked, isSomething, type UpdatedPlace, type UpdateWay } from './update-ways.ts';

/** Fewer may be so for another reason. */
const FEWEST = 2;

/** `Does not change note with an update, on orders/update: it keeps its value`. */
export function ignoredMembers({ version, operation, updates }: UpdatedPlace): UpdateWay | undefined {
  const shown = new Set(updates.flatMap(({ before, after = [] }) => [...before, ...after].map(([name]) => name)));
  const tries = updates.flatMap(({ named, before, after }) =>
    after === undefined
      ? []
      : [...named].flatMap(([name, value]) => {
          const [was, is] = [before.get(name), after.get(name)];
          return !shown.has(name) || !isSomething(was) || sameJson(was, value)
            ? []
            : [
                {
                  name,
                  isPlain: value !== null && value !== 0,
                  isKept: sameJson(is, was),
                  arrives: isAsAsked(is, value),
                },
              ];
        }),
  );
  const ignored = [...groupBy(tries, ({ name }) => name)].flatMap(([name, own]) =>
    own.length >= FEWEST && own.some(({ isPlain }) => isPlain) && isIgnored(own) ? [name] : [],
  );
  if (ignored.length === 0 || !isAnyHeeded(updates, isSomething)) return undefined;
  const names = new Set(ignored);
  const isOfName = (name: string | undefined): boolean => name !== undefined && names.has(name);
  return {
    key: 'members ignored',
    operation,
    names,
    says: (all, on) =>
      `Does not change ${listed(all)} with an update, on ${on}: ${all.length === 1 ? 'it keeps its value' : 'they keep their values'}`,
    owns: (one) => {
      const { check, did, layer, sights } = one;
      if (operationOf(one) !== `${version} ${operation}` || sights.length === 0) return false;
      if (did === 'accepted') return isOfName(fieldOf(check));
      // What was to be changed stands in the way of what is.
      if (did === 'refused-good') return sights.every(({ said }) => said.split(/[^\w-]+/).some(isOfName));
      return layer === 'value' && sights.every(({ finding }) => namesIn(finding).some(isOfName));
    },
  };
}

/** Mostly it is as it was; what was there before is not always known for sure. */
function isIgnored(own: readonly { readonly isKept: boolean; readonly arrives: boolean }[]): boolean {
  return own.filter(({ isKept }) => isKept).length * 2 >= own.length && !own.some(({ arrives }) => arrives);
}
