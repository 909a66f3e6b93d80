// Compiles src/ and services/ to dist/, with the JSON files beside them, and bundles the command line. `--viewer` builds the report page
// too, `--types` the declarations that the package's importers read, and `--fresh` begins with an empty folder.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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
const schemas = path.join(root, 'src', 'schema');
const built = path.join(root, 'dist', 'src', 'schema');
mkdirSync(path.join(built, 'editor'), { recursive: true });
for (const name of readdirSync(schemas).filter((n) => n.endsWith('.json'))) {
  cpSync(path.join(schemas, name), path.join(built, name));
  const schema = forEditors(name, JSON.parse(readFileSync(path.join(schemas, name), 'utf8')));
  writeFileSync(path.join(built, 'editor', name), `${JSON.stringify(schema, undefined, 2)}\n`);
}
// A suite that is no more would still be found there.
const suites = path.join(root, 'dist', 'suites');
for (const name of readdirSync(suites).filter((n) => !existsSync(path.join(root, 'suites', n.replace(/\.js$/, '.ts')))))
  rmSync(path.join(suites, name));
await bundle(root);

const page = path.join(root, 'dist', 'viewer', 'index.html');
if (process.argv.includes('--viewer') || !existsSync(page))
  run(bin('vite', 'bin/vite.js'), ['build', '--config', 'src/viewer/vite.config.ts', '--logLevel', 'warn']);

// In a clone `npx @plumbline/harness` finds the command as it does where the package is installed.
const link = path.join(root, 'node_modules', '.bin', 'plumbline');
if (process.platform !== 'win32' && !existsSync(link)) symlinkSync('../../bin/plumbline.js', link);
