/** Loads the data of `plumbline explain`: the plan with assumptions or with the answers of one target, and the mutation testing results. */
import { omitUndefined } from '../model/objects.ts';
import { readFileSync } from 'node:fs';
import { BadInput } from '../errors.ts';
import {
  type AnsweringTarget,
  explainKnown,
  type Explanation,
  type ExplainContext,
  type ProofData,
} from './explain.ts';
import { GLOSSARY_WORDS } from './glossary.ts';
import { targetNames } from '../load/load-target.ts';
import type { Position } from '../load/model.ts';
import { nearestName } from '../load/suggest.ts';
import { similarIdsHint } from '../project/make-plan.ts';
import { EVERY_RULE } from '../rules/registry.ts';
import { checksOfGroup, type Plan } from '../plan/model.ts';
import { plannedChecks } from '../report/build.ts';
import { faultsByCheck, isPublishedProof } from '../report/proof.ts';
import { pathFromHere } from '../project/package.ts';
import { planFor, planWhole, targetFor } from '../project/planning.ts';
import { readProof } from '../project/published-proof.ts';
import path from 'node:path';

const FILE_PLACE = /^(?:contracts|specs|targets)\/\S+\.yaml(?::\d+)?$/;

/** Replaces locations of project files by paths from the working folder. */
function withPathsFromHere(explanation: Explanation, root: string): Explanation {
  const replace = (_key: string, value: unknown): unknown =>
    typeof value === 'string' && FILE_PLACE.test(value) ? pathFromHere(value, root) : value;
  return JSON.parse(JSON.stringify(explanation), replace) as Explanation;
}

/**
 * Explains an ID for all targets, or with the answers of one target.
 * Throws `BadInput` for an unknown ID with a suggestion, and for a version without the ID.
 */
export function explainId(root: string, id: string, spec: string | undefined, target?: string): Explanation {
  return withPathsFromHere(findExplanation(root, id, spec, target), root);
}

function findExplanation(root: string, id: string, spec: string | undefined, target?: string): Explanation {
  if (id.trim() === '')
    throw BadInput.of('unknown-id', 'the id is empty', {
      hint: 'If its value is a variable, the variable is empty. Give an id.',
    });
  const planning = target === undefined ? planWhole(root) : planFor({ root, target });
  const { project, plan, scopes } = planning;
  const proof = proofOf(root, plan);
  const targets = target === undefined ? targetsOf(root) : [planning.target];
  const known: ExplainContext = {
    specs: project.specs,
    scopes,
    plan,
    targets,
    ...omitUndefined({ proof, target: namedTarget(targets) }),
    line: (position) => lineOf(root, position),
  };
  const versions = [...new Set(scopes.map((scope) => scope.version))];
  if (spec !== undefined && !versions.includes(spec))
    throw BadInput.of('unknown-version', `unknown spec version "${spec}"`, {
      hint: `Versions: ${versions.join(', ')}.`,
    });
  const found = explainKnown(id, known, spec);
  if (found !== undefined) return found;
  if (spec !== undefined && explainKnown(id, known) !== undefined)
    throw BadInput.of('unknown-id', `${id} does not exist in ${spec}`, {
      hint: 'Remove --spec to see the versions that have it.',
    });
  const withTargetAnswers = target === undefined && id.includes('/') ? explainWithAnswers(root, id, spec) : undefined;
  if (withTargetAnswers !== undefined) return withTargetAnswers;
  throw BadInput.of(
    'unknown-id',
    `no check, requirement, open question, rule, endpoint, code, fault or term is named "${id}"`,
    {
      hint: hintFor(id, explainableIds(known)),
    },
  );
}

/** Checks that are planned only with certain answers: explained for the first target with such answers. */
function explainWithAnswers(root: string, id: string, spec: string | undefined): Explanation | undefined {
  for (const name of targetNames(root)) {
    try {
      return findExplanation(root, id, spec, name);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
    }
  }
  return undefined;
}

function hintFor(id: string, ids: readonly string[]): string {
  const near = nearestName(id, [...ids, ...EVERY_RULE.map((rule) => rule.id), ...GLOSSARY_WORDS]);
  if (near !== undefined) return `did you mean "${near}"?`;
  const nearId = id.includes('/') ? similarIdsHint(id, ids) : undefined;
  if (nearId !== undefined) return nearId;
  const containing = id.length < 3 ? [] : ids.filter((one) => one.includes(id));
  if (containing.length === 0)
    return '"npx @plumbline/harness plan --json" lists the checks. Requirements are in specs/, and terms in docs/glossary.md.';
  const more = containing.length - 5;
  return `ids that contain it: ${containing.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Target in the suggested commands; undefined if the reference services are the default. */
function namedTarget(targets: readonly AnsweringTarget[]): string | undefined {
  return targets.some(({ target }) => target === 'reference') ? undefined : targets[0]?.target;
}

function targetsOf(root: string): readonly AnsweringTarget[] {
  return targetNames(root).flatMap((name) => {
    try {
      return [targetFor(root, name)];
    } catch (error) {
      // Targets that do not load have no answers; `plumbline lint` reports their errors.
      if (error instanceof BadInput) return [];
      throw error;
    }
  });
}

function lineOf(root: string, { file, line }: Position): string | undefined {
  try {
    return readFileSync(path.join(root, file), 'utf8').split('\n')[line - 1]?.trim();
  } catch {
    return undefined;
  }
}

function proofOf(root: string, plan: Plan): ProofData | undefined {
  const proof = readProof(root);
  return proof === undefined
    ? undefined
    : {
        checks: faultsByCheck(proof, plannedChecks(plan)),
        isSample: isPublishedProof(proof),
        faults: Object.fromEntries(proof.faults.map(({ id, does }) => [id, does])),
      };
}

/** IDs that can be explained, for suggestions. */
function explainableIds(known: ExplainContext): readonly string[] {
  const checks = known.plan.groups.flatMap(checksOfGroup).flatMap((c) => [c.id, c.id.slice(c.service.length + 1)]);
  return [
    ...new Set([
      ...known.specs.flatMap((s) => [...s.requirements, ...s.openPoints].map((r) => r.id)),
      ...known.scopes.flatMap(({ declared }) => declared.endpoints.map(({ endpoint }) => endpoint)),
      ...checks,
    ]),
  ];
}
