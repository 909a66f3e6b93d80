import { BadInput } from '../errors.ts';
import type { Target } from '../load/model.ts';
import { unknownInput } from '../load/suggest.ts';
import { checksOf } from '../plan/plan.ts';
import { makePlan, projectOf } from '../project/make-plan.ts';
import { diffVersions, type VersionDiff } from './diff.ts';
import { wholeTarget } from '../project/planning.ts';

type Answers = Pick<Target, 'answers' | 'answersIn'>;

/**
 * Compares two versions of a service, with assumptions or with answers. Throws `BadInput` for an unknown service or version with a
 * suggestion.
 */
export function diffServiceVersions(
  root: string,
  service: string,
  from: string,
  to: string,
  answers?: Answers,
): VersionDiff {
  const project = projectOf(root);
  const spec = project.specs.find((s) => s.service === service);
  const services = project.specs.map((s) => s.service);
  if (spec === undefined) throw unknownInput('service', service, services);
  const versions = spec.versions.map(({ id }) => id);
  for (const version of [from, to])
    if (!versions.includes(version)) throw unknownInput('version', version, versions, { holder: service });
  const { plan, scopes } = makePlan(project, wholeTarget(project, answers?.answers, answers?.answersIn), {
    services: [service],
    specs: [from, to],
  });
  const checks = checksOf(plan);
  const [before, after] = [from, to].map((version) => {
    const scope = scopes.find((s) => s.version === version);
    return scope === undefined ? undefined : { scope, checks: checks.filter((check) => check.spec === version) };
  });
  if (before === undefined || after === undefined)
    throw BadInput.of('unknown-version', `${service} has no contracts`, {
      hint: `Add them in contracts/${spec.service}/.`,
    });
  return diffVersions(before, after);
}
