/** Everything a run starts from, but for the target: the specifications and the contracts. */
import path from 'node:path';
import { contractRequirements } from './contract-requirements.ts';
import { deepFreeze } from './freeze.ts';
import { loadContracts } from './load-contracts.ts';
import { buildSpecs, readSpecs } from './load-spec.ts';
import type { Project } from './model.ts';
import { ProblemList } from './problem-list.ts';

export interface ProjectFolders {
  /** Relative to the root, or absolute. Default: `specs`. */
  readonly specsDir?: string;
  /** Relative to the root, or absolute. Default: `contracts`. */
  readonly contractsDir?: string;
}

/**
 * Loads `specs/` and `contracts/` below `root`. The result is frozen to the last member.
 *
 * Throws `BadInput` with every problem of every file, sorted by file and line.
 */
export function loadProject(root: string, folders: ProjectFolders = {}): Project {
  const problems = new ProblemList();
  const project = collectProject(root, folders, problems);
  problems.throwIfAny();
  return deepFreeze(project);
}

/** What could be loaded, with the problems of the rest in `problems`. */
export function collectProject(root: string, folders: ProjectFolders, problems: ProblemList): Project {
  const base = path.resolve(root);
  const read = readSpecs(base, path.resolve(base, folders.specsDir ?? 'specs'), problems);
  const specs = buildSpecs(read);
  const contracts = loadContracts(base, path.resolve(base, folders.contractsDir ?? 'contracts'), read.names, problems);
  return {
    specs: specs.map((spec) => {
      const own = contracts.find(({ service }) => service === spec.service);
      return own === undefined ? spec : { ...spec, requirements: [...spec.requirements, ...contractRequirements(own)] };
    }),
    contracts,
  };
}
