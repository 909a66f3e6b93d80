/**
 * `npm run binding`: for each documented requirement of the newest version, whether a seeded fault that violates it blocks a
 * target without answers. Ends with 1 if a fault of the table no longer does.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestBed } from '../../src/prove/test-bed.ts';
import { called } from '../called.ts';
import { blocking } from '../points/judged.ts';
import { FAULTS } from './faults.ts';

const { positionals: asked } = called('npm run binding -- [PART OF AN ID …]', { allowPositionals: true });
const SLOW: readonly string[] = ['raw', 'load', 'undeclared'];
const stand = await TestBed.open(path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..'), {});
const newest = stand.scopes.filter(({ spec, version }) => spec.versions.at(-1)?.id === version);
let [all, binding, wrong] = [0, 0, 0];
for (const scope of newest)
  for (const requirement of scope.requirements()) {
    const { id, basis, excluded } = requirement;
    if (basis !== 'documented' || excluded !== undefined || scope.spec.requirements.every((one) => one.id !== id))
      continue;
    if (asked.length > 0 && !asked.some((part) => id.includes(part))) continue;
    all += 1;
    const groups = stand.plan.groups.filter(({ service, spec }) => service === scope.service && spec === scope.version);
    const checks = groups
      .flatMap(({ cases, passive }) => [...cases.flatMap((one) => one.checks), ...passive])
      .filter((check) => check.requirement === id);
    const known = FAULTS[id];
    if (known === undefined) {
      const points = [...new Set(checks.flatMap(({ restsOn }) => restsOn))].filter((point) => !scope.isAnswered(point));
      const own = scope.openQuestionsOf(requirement).filter((point) => points.includes(point));
      console.log(
        own.length > 0
          ? `no   ${id}: the requirement itself rests on ${own.join(', ')}`
          : `no   ${id}: the request that fails is the only evidence for ${points.join(', ')}`,
      );
      continue;
    }
    const endpoints = new Set(checks.map(({ endpoint }) => endpoint));
    const run = groups.filter(
      ({ endpoint, aspect }) => (known.only?.includes(endpoint) ?? endpoints.has(endpoint)) && !SLOW.includes(aspect),
    );
    const red = blocking(run, await stand.run(run, { faults: [known.fault] })).filter(
      (check) => check.requirement === id && check.level === 'MUST',
    );
    const [first] = red;
    if (first === undefined) wrong += 1;
    else binding += 1;
    const others = new Set((first?.verifiedBy ?? []).map(({ kind }) => kind));
    console.log(
      first === undefined
        ? `NO   ${id}: ${known.fault} does not block`
        : `yes  ${id}: ${known.fault} by ${first.id}${others.size === 0 ? '' : `, verified: ${[...others].join(', ')}`}`,
    );
  }
console.log(`${binding} of ${all} documented requirements block without answers`);
await stand.close();
process.exitCode = wrong === 0 ? 0 : 1;
