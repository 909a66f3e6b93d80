/** What became of an awkward value: it may be refused below 500, and what is accepted is read again and compared. */
import { succeeded, type Success } from '../../record/success.ts';
import { at } from '../../record/pointer.ts';
import type { Json } from '../../record/json.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { answered, beginning, isJudgement, judged, PASS } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';

interface Steps {
  readonly written: string;
  readonly read: string;
  readonly shown: string;
  readonly success: Success;
}

interface Kept {
  readonly written: Exchange;
  readonly read: Exchange;
  /** The value in the answer of the read. */
  readonly shown: Json | undefined;
}

export function keptOrRefused(params: Steps, evidence: CaseEvidence): Kept | Judgement {
  const written = answered(evidence, params.written);
  if (isJudgement(written)) return written;
  const { exchange, response } = written;
  if (response.status >= 500)
    return judged([
      statusFinding(exchange, [], { expected: 'stored, or refused below 500', actual: beginning(response) }),
    ]);
  if (!succeeded(exchange, params.success)) return PASS;
  const read = answered(evidence, params.read);
  if (isJudgement(read)) return read;
  const body = jsonBody(read.response);
  return { written: exchange, read: read.exchange, shown: body.ok ? at(body.value, params.shown) : undefined };
}
