// Bundles the compiled command line of a folder that holds dist/: to load hundreds of modules takes as long as a small run.
import { utimesSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

export async function bundle(root) {
  const compiled = path.join(root, 'dist', 'src');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      // As deep as what it is made of, which looks for files beside itself.
      outDir: path.join(compiled, 'bundle'),
      // A process may still be at what was there before.
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: { main: path.join(compiled, 'cli', 'main.js') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  // The entry's time is what the launcher compares with.
  const now = new Date();
  utimesSync(path.join(compiled, 'bundle', 'main.js'), now, now);
}

const [, script = '', root] = process.argv;
if (root !== undefined && import.meta.url === pathToFileURL(script).href) await bundle(root);
