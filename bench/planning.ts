/** How long loading and planning all contracts takes, compiled, in processes of their own. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './processes.ts';

export interface Planning {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly cases: number;
}

/** Medians of several processes: what the first use of the code costs is part of it. */
export function measurePlanning(root: string, target: string, rounds: number): Planning {
  const built = (file: string): string => JSON.stringify(pathToFileURL(path.join(ROOT, 'dist', 'src', file)).href);
  const script = `
    const [{ loadProject }, { loadTarget }, { makePlan }] = await Promise.all([import(${built('load/load-project.js')}), import(${built('load/load-target.js')}), import(${built('project/make-plan.js')})]);
    const root = ${JSON.stringify(root)};
    const cpu = process.cpuUsage();
    const started = performance.now();
    const project = loadProject(root);
    const { plan } = makePlan(project, loadTarget(${JSON.stringify(target)}, root, process.env, project));
    const wallMs = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000, cases: plan.groups.reduce((sum, group) => sum + group.cases.length, 0) }));
  `;
  const results = Array.from({ length: rounds }, () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Planning;
  });
  const middle = (pick: (one: Planning) => number): number =>
    results.map(pick).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return { wallMs: middle((r) => r.wallMs), cpuMs: middle((r) => r.cpuMs), cases: results[0]?.cases ?? 0 };
}
