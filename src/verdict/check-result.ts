/** The result of a check: its verdict with evidence. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { Check } from '../plan/model.ts';
import type { Judgement } from '../rules/model.ts';
import type { CheckResult, Verdict } from './model.ts';
import { boundFindings } from './roll-up.ts';

export const EMPTY_LIST: readonly never[] = [];
/** Shared results of inapplicable passive checks: many groups have the same one, and all are kept until the report. */
const idle = new WeakMap<Check, CheckResult>();

export function checkResult(check: Check, judgement: Judgement, shown: readonly string[]): CheckResult {
  const evidence = shown.length === 0 ? EMPTY_LIST : shown;
  const { id, spec } = check;
  switch (judgement.kind) {
    case 'judged': {
      const verdict: Verdict = judgement.findings.length > 0 ? 'fail' : 'pass';
      const findings = verdict === 'pass' ? EMPTY_LIST : boundFindings(judgement.findings, id);
      return { check: id, spec, evidence, verdict, findings };
    }
    case 'inapplicable': {
      const { reason: cause, notSent, unsettled } = judgement;
      const isIdle = shown.length === 0 && (notSent ?? unsettled) === undefined;
      const before = isIdle ? idle.get(check) : undefined;
      if (before?.cause === cause) return before;
      const made: CheckResult = {
        check: id,
        spec,
        evidence,
        verdict: 'inapplicable',
        findings: EMPTY_LIST,
        cause,
        ...omitUndefined({ notSent, unsettled }),
      };
      if (isIdle) idle.set(check, made);
      return made;
    }
    case 'inconclusive':
      return {
        check: id,
        spec,
        evidence,
        verdict: 'inconclusive',
        findings: EMPTY_LIST,
        cause: judgement.cause,
        ...omitUndefined({ blockedBy: mapOptional(judgement.blockedBy, (it) => [it]) }),
      };
  }
}
