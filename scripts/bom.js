// Writes dist/bom.cdx.json: what a package of Plumbline consists of, by the lock that it was built with (CycloneDX, made by
// `npm sbom`). Tools of development are left out, but for those that are built into the report page.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT_IN = new Set(['preact']);

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const made = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
if (made.status !== 0) {
  process.stderr.write(made.stderr);
  process.exit(1);
}
const { serialNumber: _number, metadata, components, dependencies, ...bom } = JSON.parse(made.stdout);
const isTool = ({ name, properties = [] }) =>
  !BUILT_IN.has(name) && properties.some((p) => p.name === 'cdx:npm:package:development' && p.value === 'true');
const kept = components.filter((component) => !isTool(component));
const refs = new Set([metadata.component['bom-ref'], ...kept.map((component) => component['bom-ref'])]);
const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
// The same bytes for the same lock: no time, no number of its own, and not the name of the folder.
const { timestamp: _time, ...rest } = metadata;
writeFileSync(
  path.join(root, 'dist', 'bom.cdx.json'),
  `${JSON.stringify(
    {
      ...bom,
      metadata: { ...rest, component: { ...metadata.component, name } },
      components: kept,
      dependencies: dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
    },
    undefined,
    1,
  )}\n`,
);
