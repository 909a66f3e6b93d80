/** What a check of a row is about, and in which of several ways that is tried. */
import { defined, maybe } from '../../model/objects.ts';
import type { About } from '../planned-check.ts';
import { type EachItems, fillText, lastWith } from './items.ts';
import type { TemplateTry } from './template.ts';
import type { TriedRow } from './tries.ts';

/** The member is what the row is repeated for, else the one claim or parameter that it changes. */
export function aboutOf({ said, key }: TriedRow, chosen: EachItems): About {
  const member = lastWith(chosen, 'member') ?? changedAlone(said);
  // The last part of a written key; what is before it is what the row is repeated for.
  const written = maybe(key, (it) => fillText(it.slice(it.lastIndexOf('/') + 1), chosen));
  const way = written ?? wayOf(chosen);
  return defined({ member, way: way === '' ? undefined : way });
}

/** Of the innermost item that is more than a member. */
function wayOf(chosen: EachItems): string | undefined {
  let last: string | undefined;
  for (const { way, member, key } of chosen.values()) last = way ?? (member === undefined ? key : last);
  return last;
}

function changedAlone({ assertion, form }: TemplateTry): readonly string[] | undefined {
  if (assertion === undefined && form === undefined) return undefined;
  const { header, claims, remove, twice } = assertion ?? {};
  const changed = [
    ...[header, claims, twice, form?.set].flatMap((set) => Object.keys(set ?? {})),
    ...[remove?.header, remove?.claims, form?.remove, form?.repeat].flatMap((names) => names ?? []),
  ];
  const [only, ...others] = new Set(changed);
  return only === undefined || others.length > 0 ? undefined : [only];
}
