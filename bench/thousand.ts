/** A project of a thousand contracts: the example of a library, with one kind of shelf a thousand times. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './processes.ts';

export const CONTRACTS = 1000;

/** Writes it into the folder, or one of fewer contracts; its target is called `local`. */
export function writeThousand(folder: string, contracts = CONTRACTS): void {
  const example = path.join(ROOT, 'examples', 'library');
  for (const part of ['contracts', 'specs', 'targets'])
    cpSync(path.join(example, part), path.join(folder, part), { recursive: true });
  const own = path.join(folder, 'contracts', 'library');
  const shelves = readFileSync(path.join(own, 'shelves.yaml'), 'utf8');
  for (let index = 1; index <= contracts; index += 1)
    writeFileSync(
      path.join(own, `shelves-${index}.yaml`),
      shelves
        .replace(/^endpoint: shelves$/m, `endpoint: shelves-${index}`)
        .replaceAll('/shelves', `/shelves-${index}`)
        .replace(/^title: .*$/m, `title: Shelves ${index}`),
    );
}
