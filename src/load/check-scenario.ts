/** Cases of several steps: what each of them is, and what it takes from those before it. */
import type { Json } from '../record/json.ts';
import { checkDirectives } from './check-directives.ts';
import type { EndpointScope } from './check-endpoint.ts';
import { knownEndpoint, knownServer, knownStep, parametersIn } from './known.ts';
import type { ScenarioStep } from './model.ts';
import type { RawCase } from '../schema/cases.ts';
import { suggestion } from './suggest.ts';

export function checkSteps(scope: EndpointScope, written: RawCase): void {
  const { document } = scope;
  const { change, steps, then } = written;
  if (steps === undefined) {
    if (change === undefined)
      document.report('missing-key', 'the case says neither `change` nor `steps`', written, 'title', 'key');
    return;
  }
  for (const key of ['change', 'then'] as const)
    if ((key === 'change' ? change : then) !== undefined)
      document.report(
        'wrong-value',
        `a case of several steps has no \`${key}\``,
        written,
        key,
        'key',
        'make it a step',
      );
  Object.entries(steps).forEach(([name, step], index) =>
    checkOne(scope, steps, name, step, Object.keys(steps).slice(0, index)),
  );
}

function checkOne(
  scope: EndpointScope,
  steps: object,
  name: string,
  step: ScenarioStep,
  earlier: readonly string[],
): void {
  const { document } = scope;
  const { on, method, path, location } = step;
  if ((on === undefined) === (method === undefined))
    document.report(
      'wrong-value',
      'a step is an operation (`on`) or a request of its own (`method` and `path`)',
      steps,
      name,
      'key',
    );
  if (on !== undefined) checkOperation(scope, step, on);
  else if (path === undefined && location === undefined)
    document.report('missing-key', 'nothing says where it is sent', steps, name, 'key', 'give its `path`');
  for (const parameter of parametersIn(path))
    if (!(parameter in (step.parameters ?? {})))
      document.report('path-parameter', `nothing provides the path parameter {${parameter}}`, step, 'path');
  knownServer(scope, step);
  if (location !== undefined) knownStep(scope, location.split('#')[0] ?? '', earlier, step, 'location');
  // Parameters may be called like directives: `$filter`.
  const queried = Object.values(step.query ?? {});
  for (const values of [step.parameters, queried, step.headers, step.set, step.body?.json])
    if (values !== undefined) checkDirectives(scope, values as Json, earlier);
}

/** One of this endpoint, or of another that is there; which operations that one has is known when it is planned. */
function checkOperation(scope: EndpointScope, step: ScenarioStep, on: string): void {
  const { document, raw } = scope;
  const [first = '', second] = on.split('/');
  if (second !== undefined) knownEndpoint(scope, first, step, 'on');
  else if (!Object.hasOwn(raw.operations, first))
    document.report(
      'unknown-operation',
      `the endpoint has no operation ${JSON.stringify(first)}`,
      step,
      'on',
      'value',
      suggestion(first, Object.keys(raw.operations), 'operation'),
    );
}
