// Compiles src/ and services/ to dist/, writes the JSON Schemas there, and bundles the command line. `--viewer` builds the report page
// too, `--types` the declarations that the package's importers read, and `--fresh` begins with an empty folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from './bundle.js';
import { forEditors } from './editor-schemas.js';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name, file) => path.join(root, 'node_modules', name, file);

/** Runs a tool with this Node; its output goes to standard error, so that standard output stays a command's own. */
function run(file, args) {
  const result = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

if (process.argv.includes('--fresh')) rmSync(path.join(root, 'dist'), { recursive: true, force: true });
run(bin('typescript', 'bin/tsc'), ['-p', 'tsconfig.build.json']);
if (process.argv.includes('--types')) run(bin('typescript', 'bin/tsc'), ['-p', 'tsconfig.types.json']);
const built = path.join(root, 'dist', 'src', 'schema');
const { SCHEMA_FILES } = await import(pathToFileURL(path.join(built, 'files.js')).href);
mkdirSync(path.join(built, 'editor'), { recursive: true });
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
for (const [name, schema] of Object.entries(SCHEMA_FILES)) {
  writeJson(path.join(built, name), schema);
  writeJson(path.join(built, 'editor', name), forEditors(name, schema));
}
// A suite that is no more would still be found there.
const suites = path.join(root, 'dist', 'suites');
for (const name of readdirSync(suites, { recursive: true }))
  if (!existsSync(path.join(root, 'suites', name.replace(/\.js$/, '.ts'))))
    rmSync(path.join(suites, name), { recursive: true, force: true });
await bundle(root);

const page = path.join(root, 'dist', 'viewer', 'index.html');
if (process.argv.includes('--viewer') || !existsSync(page))
  run(bin('vite', 'bin/vite.js'), ['build', '--config', 'src/viewer/vite.config.ts', '--logLevel', 'warn']);

// In a clone `npx @plumbline/harness` finds the command as it does where the package is installed.
const link = path.join(root, 'node_modules', '.bin', 'plumbline');
if (process.platform !== 'win32' && !existsSync(link)) symlinkSync('../../bin/plumbline.js', link);
