/** A glob that cannot be read matches nothing, and what it was to block or to excuse would quietly go its way. */

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };
/** No check id has any of these, beside what globs are made of. */
const FOREIGN = /[^\w./\-*?[\]{}()!@+|,\\^:$]/u;

/** What is wrong with a glob over check ids; undefined where it can be read. */
export function globFault(glob: string): string | undefined {
  const foreign = FOREIGN.exec(glob)?.[0];
  if (foreign !== undefined) return `can match no check: no id holds ${JSON.stringify(foreign)}`;
  const open: string[] = [];
  for (const character of glob.replace(/\\./g, '')) {
    const closing = CLOSING[character];
    // Within brackets everything stands for itself.
    if (open.at(-1) === ']' && character !== ']') continue;
    if (closing !== undefined) open.push(closing);
    else if (Object.values(CLOSING).includes(character) && open.pop() !== character)
      return `is no glob: there is a ${character} that nothing opens`;
  }
  return open.length === 0 ? undefined : `is no glob: a ${open.at(-1) ?? ''} is missing`;
}
