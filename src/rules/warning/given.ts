import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { withBody } from '../body/with-body.ts';
import { caseRule } from '../case-rule.ts';
import { finding, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { WARNING_PARAMS, type WarningParams, warnings } from './warnings.ts';

function judge(params: WarningParams, evidence: CaseEvidence): Judgement {
  return withBody(evidence, params.step, (body, exchange) => {
    const { severity } = params;
    const list = warnings(body, params);
    const kind = severity === undefined ? 'a warning' : `a message of the severity ${severity}`;
    const lacking = (params.mentions ?? []).filter((word) => !list.some((w) => JSON.stringify(w).includes(word)));
    const codes = (params.codes ?? []).filter(
      (code) => !list.some((w) => String(at(w, '/code') ?? '').startsWith(code)),
    );
    return judged([
      ...lacking.map((word) =>
        finding(exchange, `body#${params.messages}`, `${kind} that mentions ${word}`, show(list), { member: word }),
      ),
      ...codes.map((code) =>
        finding(exchange, `body#${params.messages}`, `${kind} whose code begins with ${code}`, show(list)),
      ),
    ]);
  });
}

export const given = caseRule(
  {
    id: 'warning.given',
    title: 'A warning is given beside the success',
    fails: 'does not warn of what it could not verify: {expected} is missing',
    explain:
      'The request is accepted, and the answer warns of what could not be verified yet. Clients rely on the warning to follow it up.',
    covers: [],
    needs: ['accepted'],
    filled: 'messages',
  },
  WARNING_PARAMS,
  judge,
);
