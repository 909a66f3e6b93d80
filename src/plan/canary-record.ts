/** A canary record: created before a run and read when something fails. If it is gone, the test data was cleared. */
import { pathParameters } from '../model/path-template.ts';
import type { Step } from './model.ts';
import type { Scope } from './scope.ts';
import { createStep, Fixtures } from './fixtures.ts';
import { identifierOf, requestOf, successOf } from './request-templates.ts';

export interface CanaryRecord {
  readonly service: string;
  readonly spec: string;
  readonly create: Step;
  readonly read: Step;
}

/** Uses the first endpoint whose records need no others and can be read by ID; undefined without such an endpoint. */
export function canaryRecordOf(scope: Scope): CanaryRecord | undefined {
  for (const endpoint of scope.endpoints()) {
    const create = scope.operation(endpoint, 'create');
    const read = scope.operation(endpoint, 'read');
    // A singleton may exist already, and has no ID.
    if (read === undefined || pathParameters(read.path).length === 0) continue;
    const alone =
      Object.keys(endpoint.parents).length === 0 &&
      !scope.fields(endpoint.fields).some((f) => f.references !== undefined && f.required);
    if (create === undefined || !alone || endpoint.base !== 'service') continue;
    const uid = identifierOf(scope, endpoint, create, 'create');
    const parameters = Object.fromEntries(pathParameters(read.path).map((name) => [name, uid]));
    return {
      service: scope.service,
      spec: scope.version,
      create: createStep(scope, endpoint, create, new Fixtures(scope), { name: 'create' }),
      read: { name: 'sentinel', request: requestOf(endpoint, read, parameters), success: successOf(scope, read) },
    };
  }
  return undefined;
}
