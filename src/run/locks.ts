import type { Problem } from '../errors.ts';
import type { Project } from '../load/model.ts';
export function lockProblems(_root: string, _project: Project): readonly Problem[] { return []; }
