/**
 * How one check in one spec version is named where both matter: `<check id>@<spec>`.
 *
 * Lists such as a waiver's `excuses` and a reason's `checks` hold these, because a check id alone stands for the check
 * in every version. It is made by this function and compared as a whole; nothing takes it apart.
 */
export function checkRef({ id, spec }: { readonly id: string; readonly spec: string }): string {
  let refs = known.get(spec);
  if (refs === undefined) known.set(spec, (refs = new Map<string, string>()));
  let ref = refs.get(id);
  if (ref === undefined) refs.set(id, (ref = `${id}@${spec}`));
  return ref;
}

/** By version and id: a check is named some twenty times on its way into a report, and by each group that judges it. */
const known = new Map<string, Map<string, string>>();
