/** The specs and contracts of a project, loaded once for the same content. */
import path from 'node:path';
import { deepFreeze, loadProject } from '../load/load-project.ts';
import { kept } from '../load/kept.ts';
import { COMMON } from '../load/load-catalogue.ts';
import { STANDARDS } from '../load/program.ts';
import type { Project } from '../load/model.ts';

/** As `loadProject`, with the same errors. */
export function projectOf(root: string, cache?: string): Project {
  const folders = [path.join(root, 'specs'), path.join(root, 'contracts'), COMMON.folder, STANDARDS];
  // What has a mistake in it ends here, and is never kept.
  return deepFreeze(kept(folders, isProject, () => ({ value: loadProject(root), isSound: true }), cache));
}

function isProject(value: unknown): value is Project {
  const { specs, contracts } = (value ?? {}) as Partial<Project>;
  return Array.isArray(specs) && Array.isArray(contracts);
}
