/** Loads the specifications and contracts of a project. */
import { omitUndefined } from '../model/objects.ts';
import { loadContracts } from './load-contracts.ts';
import { buildSpecs, readSpecs } from './load-spec.ts';
import type { Project, Requirement, ServiceContracts } from './model.ts';
import { ProblemList } from './problem-list.ts';
import path from 'node:path';

/** Freezes a value and everything in it, and returns it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key in value) deepFreeze(value[key]);
  return value;
}

export function contractRequirements({ service, rest = {}, endpoints }: ServiceContracts): readonly Requirement[] {
  if (rest === 'none') return [];
  const { level = 'MUST', basis = 'assumed' } = rest;
  return endpoints.map(({ endpoint, title, since, until, at }) => ({
    id: `${service}.contract.${endpoint}`,
    ofContract: endpoint,
    text: `${title}: requests and responses match the contract.`,
    level,
    basis,
    section: at.file,
    openPoints: [],
    holds: [],
    changes: [],
    ...omitUndefined({ since, until }),
    at,
  }));
}

export interface ProjectFolders {
  /** Relative to the root, or absolute. Default: `specs`. */
  readonly specsDir?: string;
  /** Relative to the root, or absolute. Default: `contracts`. */
  readonly contractsDir?: string;
}

/** Loads `specs/` and `contracts/` below `root`, frozen. Throws `BadInput` with all problems, sorted by file and line. */
export function loadProject(root: string, folders: ProjectFolders = {}): Project {
  const problems = new ProblemList();
  const project = collectProject(root, folders, problems);
  problems.throwIfAny();
  return deepFreeze(project);
}

/** Everything that could be loaded; problems go to `problems`. */
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
