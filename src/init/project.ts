/** Builds the files of a new project: writes the draft to a temporary folder, plans it, and binds the planned checks to requirements. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { BadInput } from '../errors.ts';
import { loadProject } from '../load/load-project.ts';
import { loadTarget } from '../load/load-target.ts';
import { type Check, checksOfGroup } from '../plan/model.ts';
import type { Rule } from '../rules/model.ts';
import { planAll } from '../project/make-plan.ts';
import { omissionText } from './draft.ts';
import type { Draft } from './draft-model.ts';
import { type ProjectFiles, draftFiles, type DraftNames, type NeededTopics, DRAFT_TARGET } from './files.ts';
import { unverifiedQueries } from './unchecked.ts';
import { LEFT_OPEN, type RequirementTopic, topicOf, TOPICS } from './topics.ts';
import path from 'node:path';

/** Properties of a rule that determine its binding in a draft. */
export type RuleLookup = (
  rule: string,
) => Pick<Rule, 'requirement' | 'requirementFor' | 'convention' | 'form'> | undefined;

export interface NewProject {
  /** The draft, with the unchecked parameters that only a plan can show. */
  readonly draft: Draft;
  readonly files: ProjectFiles;
  /** Number of planned checks. */
  readonly checks: number;
}

/** Throws `BadInput` if the draft has no endpoint. */
export function newProject(firstDraft: Draft, naming: DraftNames, ruleOf: RuleLookup): NewProject {
  if (firstDraft.endpoints.length === 0) {
    const hint =
      firstDraft.leftOut.length === 0
        ? 'The document has no operations.'
        : `Left out:\n  ${firstDraft.leftOut.slice(0, 10).map(omissionText).join('\n  ')}`;
    throw BadInput.of('nothing-to-draft', 'no contract can be created from this document', { hint });
  }
  // A temporary binding of all checks to one requirement lists the planned checks.
  const all: NeededTopics = { topics: ['operations'], bindings: [{ checks: '**', topic: 'operations' }] };
  const { checks: planned, standards } = plannedOf(draftFiles(firstDraft, naming, all));
  const draft = withUnverified(firstDraft, planned);
  // Other conventions are excluded: only the owner of the service knows whether it follows them.
  const checks = planned.filter(({ rule }) => ruleOf(rule)?.convention !== true || LEFT_OPEN.has(rule));
  // The check of an error or success schema is bound together with its rule.
  const forms = new Set<string | undefined>(planned.map(({ rule }) => ruleOf(rule)?.form));
  const bound = neededFor(
    checks.filter(({ rule }) => !forms.has(rule)),
    (rule) => topicOf(rule, firstDraft.closedBodies),
    (rule) => standards.has(ruleOf(rule)?.requirement ?? ''),
  );
  // The requirement for error bodies is added only if a planned check uses it.
  const withRejections = draftFiles(draft, naming, withTopic(bound, 'refusals'));
  const { checks: last } = plannedOf(withRejections);
  const needsRejections = last.some(({ requirement }) => requirement === `${naming.service}.refusals`);
  const files = needsRejections ? withRejections : draftFiles(draft, naming, bound);
  // Fewer checks than before: rules without a requirement in the draft are not planned.
  return { draft, files, checks: new Set((needsRejections ? last : plannedOf(files).checks).map(({ id }) => id)).size };
}

function withUnverified(draft: Draft, checks: readonly Check[]): Draft {
  const endpoints = draft.endpoints.map((endpoint) => {
    const more = unverifiedQueries(endpoint, checks);
    return more.length === 0 ? endpoint : { ...endpoint, unchecked: [...endpoint.unchecked, ...more] };
  });
  return { ...draft, endpoints };
}

const ORDER = Object.keys(TOPICS) as readonly RequirementTopic[];

function withTopic({ topics, bindings }: NeededTopics, more: RequirementTopic): NeededTopics {
  return { topics: ORDER.filter((topic) => topics.includes(topic) || topic === more), bindings };
}

function neededFor(
  checks: readonly Check[],
  topicBy: (rule: string) => RequirementTopic,
  isStandard: (rule: string) => boolean,
): NeededTopics {
  const rules = [...new Set(checks.map((check) => check.rule))];
  // Checks of a standard prove the requirement of that standard.
  const ownRules = rules.filter((rule) => !isStandard(rule));
  const topics = [...new Set(ownRules.map(topicBy))];
  return {
    topics: ORDER.filter((topic) => topics.includes(topic)),
    bindings: ORDER.flatMap((topic) =>
      ownRules.filter((rule) => topicBy(rule) === topic).map((rule) => ({ checks: `**/${rule}{,/**}`, topic })),
    ),
  };
}

function plannedOf(files: ProjectFiles): {
  readonly checks: readonly Check[];
  readonly standards: ReadonlySet<string>;
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-init-'));
  try {
    writeFiles(folder, files);
    const project = loadProject(folder);
    const target = loadTarget(DRAFT_TARGET, folder, {}, project, { resolveEnv: false });
    const { plan, problems } = planAll(project, target);
    if (problems.length > 0) throw new BadInput(problems);
    const shared = project.specs.flatMap(({ requirements }) => requirements.filter((one) => one.shared === true));
    return {
      checks: plan.groups.flatMap(checksOfGroup),
      standards: new Set(shared.map(({ id }) => id)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function writeFiles(folder: string, files: ProjectFiles): void {
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
