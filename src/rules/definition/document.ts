import { maybe } from '../../record/defined.ts';
import type { Json, JsonMap } from '../../record/json.ts';
import { asOpenApi3, isSwagger } from '../../record/openapi.ts';
import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Finding, Judgement } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

/** The members of the root that Swagger 2.0 has; others begin with `x-`. */
const SWAGGER_MEMBERS = [
  'swagger',
  'info',
  'host',
  'basePath',
  'schemes',
  'consumes',
  'produces',
  'paths',
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
  'security',
  'tags',
  'externalDocs',
];

/** Those that OpenAPI 3.1 has (section 4.8.1.1). */
const MEMBERS = [
  'openapi',
  'info',
  'jsonSchemaDialect',
  'servers',
  'paths',
  'webhooks',
  'components',
  'security',
  'tags',
  'externalDocs',
];

function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  const body = jsonBody(response);
  const root = body.ok ? body.value : undefined;
  if (typeof root !== 'object' || root === null || Array.isArray(root))
    return judged([finding(exchange, 'body', 'an OpenAPI document', maybe(root, show))]);
  const text = (pointer: string, pattern: RegExp, expected: string): readonly Finding[] => {
    const value = at(root, pointer);
    return typeof value === 'string' && pattern.test(value)
      ? []
      : [finding(exchange, `body#${pointer}`, expected, maybe(value, show))];
  };
  const old = isSwagger(root as JsonMap);
  const known = old ? SWAGGER_MEMBERS : MEMBERS;
  const unknown = Object.keys(root).filter((name) => !known.includes(name) && !name.startsWith('x-'));
  const paths = at(root, '/paths');
  return judged([
    ...(old
      ? text('/swagger', /^2\.0$/, 'Swagger 2.0')
      : text('/openapi', /^3\.\d+\.\d+$/, 'a version of OpenAPI 3, or Swagger 2.0')),
    ...(old && asOpenApi3(root as JsonMap) === undefined && at(root, '/swagger') === '2.0'
      ? [finding(exchange, 'body', 'a Swagger document that can be read', 'one with parts of another form')]
      : []),
    ...text('/info/title', /./, 'a title'),
    ...text('/info/version', /./, 'a version'),
    ...(typeof paths === 'object' && paths !== null && !Array.isArray(paths)
      ? []
      : [finding(exchange, 'body#/paths', 'an object of paths', maybe(paths as Json | undefined, show))]),
    ...unknown.map((name) =>
      finding(exchange, `body#/${name}`, 'a member of OpenAPI, or one that begins with "x-"', 'neither'),
    ),
  ]);
}

export const document = caseRule(
  {
    id: 'definition.document',
    title: 'The published definition is an OpenAPI document',
    fails: 'publishes a definition that is no OpenAPI document: {where} is {actual} instead of {expected}',
    explain:
      'It says which OpenAPI it is written in, 3 or the 2.0 that was called Swagger, has a title, a version and paths, and no member that OpenAPI does not have. Tools refuse to read anything else.',
    covers: ['L01'],
  },
  STEP_PARAMS,
  judge,
);
