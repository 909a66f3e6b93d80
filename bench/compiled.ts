/** A file of this folder as one file of plain JavaScript, with its packages left where they are. */
import path from 'node:path';
import { build } from 'vite';
import { ROOT } from './processes.ts';

export async function compiled(name: string, folder: string): Promise<string> {
  const output = { entryFileNames: `${name}.mjs` };
  const ssr = path.join(ROOT, 'bench', `${name}.ts`);
  await build({
    root: ROOT,
    logLevel: 'error',
    build: { ssr, outDir: folder, emptyOutDir: false, rolldownOptions: { output } },
  });
  return path.join(folder, `${name}.mjs`);
}
