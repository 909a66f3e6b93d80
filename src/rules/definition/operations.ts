import { maybe } from '../../record/defined.ts';
import { pathShape } from '../../record/path-shape.ts';
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged, UNALIGNED } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { FLAG, object, STEP, TEXTS, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, operations: TEXTS }, { aligned: FLAG });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  if (params.aligned === false) return inapplicable(UNALIGNED);
  const body = jsonBody(found.response);
  const paths = body.ok ? at(body.value, '/paths') : undefined;
  if (typeof paths !== 'object' || paths === null)
    return judged([finding(found.exchange, 'body#/paths', 'an object of paths', maybe(paths, show))]);
  const published = new Set(
    Object.entries(paths as Readonly<Record<string, Json>>).flatMap(([path, item]) =>
      typeof item === 'object' && item !== null
        ? Object.keys(item).map((method) => `${method.toUpperCase()} ${pathShape(path)}`)
        : [],
    ),
  );
  const lacking = params.operations.filter(
    (o) => !published.has(o.replace(/ .*/, (rest) => ` ${pathShape(rest.slice(1))}`)),
  );
  return judged(lacking.map((o) => finding(found.exchange, 'body#/paths', o, 'not published')));
}

export const operations = caseRule(
  {
    id: 'definition.operations',
    title: 'The published definition has every operation',
    fails: 'publishes a definition without all operations: {expected} is missing',
    explain:
      'An operation of the contract that the published definition does not have is one that clients built from it cannot call.',
    covers: ['L01'],
  },
  PARAMS,
  judge,
);
