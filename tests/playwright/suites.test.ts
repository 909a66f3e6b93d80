/** The suites: one file per contract, documented sentences on lines of their own, and each check in exactly one test. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checksOfGroup, type Group } from '../../src/plan/model.ts';
import { checksInScope, coversGroup, scopeFromName } from '../../src/playwright/test-scope.ts';
import { projectOf } from '../../src/project/make-plan.ts';
import { projectRoot } from '../../src/project/package.ts';
import { groupBy } from '../../src/model/objects.ts';
import { everyNth } from '../part.ts';
import { planned } from '../plan/support.ts';
import { smallTarget } from '../run/support.ts';

interface Spec {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly tests: readonly {
    readonly projectName: string;
    readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  }[];
}
interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly Spec[];
}

const specsOf = ({ suites = [], specs = [] }: Suite): readonly Spec[] => [...specs, ...suites.flatMap(specsOf)];
const root = projectRoot();
const cli = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
/** `npm test` lists the newest version of each service. */
const VERSIONS = everyNth(['4.0.1', '3.0.8', '2.1.06', '2.1.05'], 4);
const services = `partner-onboarding: { spec: ["1.0.0"] }, student-reporting: { spec: ${JSON.stringify(VERSIONS)} }`;
const listed = spawnSync(process.execPath, [cli, 'test', '--list', '--reporter=json'], {
  cwd: root,
  env: { ...process.env, ...smallTarget(services) },
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
const specs = specsOf(JSON.parse(listed.stdout) as Suite);

test('every contract has its suite, and the other way round', () => {
  const services = projectOf(root).contracts;
  const contracts = services.flatMap(({ service, endpoints }) =>
    endpoints.map(({ endpoint }) => `${service}/${endpoint}`),
  );
  const suites = readdirSync(path.join(root, 'suites'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => file.replace('.spec.ts', '').split(path.sep).join('/'));
  const authentication = services.map(({ service }) => `${service}/authentication`);
  // The contract of a token endpoint is in the suite of authentication.
  const own = contracts.filter((name) => !name.endsWith('/identity-provider'));
  expect(suites.sort()).toEqual([...own, ...authentication].sort());
});

test('each documented sentence is a line of its suite, and says the section', () => {
  const sentences = specs.filter(({ title }) => / \((§\d|RFC)/.test(title));
  expect(sentences.length).toBeGreaterThan(50);
  const places = sentences.map(({ file, line }) => `${file}:${line}`);
  expect(new Set(places).size).toBe(new Set(sentences.map(({ file, title }) => `${file} ${title}`)).size);
  for (const { title, file, line } of sentences) {
    const lines = readFileSync(path.join(root, 'suites', file), 'utf8').split('\n');
    expect(lines.slice(line - 1, line + 1).join('\n')).toContain(title);
  }
});

test('each check of the plan belongs to exactly one test', () => {
  const { groups } = planned({ specs: ['1.0.0', ...VERSIONS] }).plan;
  const seen = new Map<string, number>();
  const byVersion = groupBy(groups, ({ service, spec }) => `${service} ${spec}`);
  for (const one of specs.flatMap(({ tests }) => tests)) {
    const scope = scopeFromName(one.annotations[0]?.description ?? '');
    for (const group of byVersion.get(one.projectName) ?? [])
      if (coversGroup(scope, group, (id) => hasRequirement(group, id)))
        for (const id of checksInScope(scope, group)) count(seen, `${group.id} ${id}`);
  }
  const all = groups.flatMap((group) => checksOfGroup(group).map(({ id }) => `${group.id} ${id}`));
  expect(all.filter((check) => seen.get(check) !== 1)).toEqual([]);
  expect(seen.size).toBe(new Set(all).size);
});

function hasRequirement({ cases }: Group, id: string): boolean {
  return cases.some(({ checks }) => checks.some(({ requirement }) => requirement === id));
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
