/** Where joined shards go in the folder of an overview. Reports come from anywhere, and so do the names of their targets. */
import { compareText } from '../record/compare-text.ts';
import { ARTIFACTS } from '../project/output.ts';

/** What an overview writes itself, and what a report in the same folder would. */
const TAKEN: readonly string[] = ['overview.json', ...ARTIFACTS];
/** Every disk takes a name of this length. */
const LONGEST = 100;

/** A folder's name for each target: none leads out of the folder that it lies in, and no two are one, in capitals or not. */
export function folderNames(targets: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(TAKEN.map((name) => name.toLowerCase()));
  const names = new Map<string, string>();
  // Who is called like a folder has it, whatever else would come to the same.
  const first = (target: string): number => (folderName(target) === target ? 0 : 1);
  for (const target of [...new Set(targets)].toSorted((a, b) => first(a) - first(b) || compareText(a, b))) {
    const own = folderName(target);
    let name = own;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${own}-${count}`;
    taken.add(name.toLowerCase());
    names.set(target, name);
  }
  return names;
}

/** A name that starts or ends with a dot is another folder (`..`), a hidden one, or to some systems the one without it. */
function folderName(target: string): string {
  const name = target
    .slice(0, LONGEST)
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^\.+|\.+$/g, '-');
  return name === '' ? 'target' : name;
}
