/**
 * How one check in one spec version is named where both matter: `<check id>@<spec>`.
 *
 * Lists such as a waiver's `excuses` and a reason's `checks` hold these, because a check id alone stands for the check
 * in every version. It is made by this function and compared as a whole; nothing takes it apart.
 */
export function checkRef(check: { readonly id: string; readonly spec: string }): string {
  return `${check.id}@${check.spec}`;
}
