import { pathShape } from '../../record/path-shape.ts';
import { isMap, type Json } from '../../record/json.ts';
import { asOpenApi3 } from '../../record/openapi.ts';
import { at } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, inconclusive, isJudgement, judged, UNALIGNED } from '../evidence.ts';
import type { Finding, Judgement } from '../model.ts';
import { FLAG, object, STEP, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object(
  {
    step: STEP,
    operations: { type: 'array', items: object({ method: TEXT, path: TEXT, form: { enum: ['array', 'object'] } }) },
  },
  { aligned: FLAG },
);

/** The schema that a local reference leads to, a few references deep. */
function resolved(root: Json, schema: Json | undefined): Json | undefined {
  let here = schema;
  for (let depth = 0; depth < 8; depth += 1) {
    const reference = at(here, '/$ref');
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return here;
    here = at(root, reference.slice(1));
  }
  return here;
}

/** What a schema says that a value is; undefined where it leaves that open. */
function formOf(root: Json, schema: Json | undefined): 'array' | 'object' | undefined {
  const found = resolved(root, schema);
  const type = at(found, '/type');
  if (type === 'array' || type === 'object') return type;
  if (at(found, '/items') !== undefined) return 'array';
  return at(found, '/properties') === undefined ? undefined : 'object';
}

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const step = answered(evidence, params.step);
  if (isJudgement(step)) return step;
  if (params.aligned === false) return inapplicable(UNALIGNED);
  const body = jsonBody(step.response);
  const root = body.ok && isMap(body.value) ? asOpenApi3(body.value) : undefined;
  const paths = at(root, '/paths');
  if (root === undefined || typeof paths !== 'object' || paths === null)
    return inconclusive('the definition has no paths');
  const published = new Map(
    Object.entries(paths as Readonly<Record<string, Json>>).map(([path, item]) => [pathShape(path), item]),
  );
  return judged(
    params.operations.flatMap(({ method, path, form }): readonly Finding[] => {
      const requestBody = resolved(root, at(published.get(pathShape(path)), `/${method.toLowerCase()}/requestBody`));
      const said = formOf(root, at(requestBody, '/content/application~1json/schema'));
      return said === undefined || said === form
        ? []
        : [finding(step.exchange, `body#/paths ${method} ${path}`, `an ${form} for ${method} ${path}`, `an ${said}`)];
    }),
  );
}

export const requestForms = caseRule(
  {
    id: 'definition.request-forms',
    title: 'The published definition asks for the bodies that the contract asks for',
    fails: 'publishes a definition that asks for other bodies: {actual} instead of {expected}',
    explain:
      'Whether a request is one object or an array of them changes between versions. A definition that says it wrongly has every client built from it refused.',
    covers: ['L01'],
  },
  PARAMS,
  judge,
);
