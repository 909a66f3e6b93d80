/** One check decided from a sketch of its case: which step was answered how, and what else is asked in it. */
import type { Check, Precondition, Group, Step } from '../../src/plan/model.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { NOT_SENT_REASONS, type NotSentReason } from '../../src/model/failure.ts';
import { judgeCheck } from '../../src/verdict/decide-check.ts';
import { exchange, type Sketch } from '../rules/support.ts';

export const step = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  request: { base: 'service', method: 'GET', path: '/books/1', parameters: {}, headers: {}, auth: { kind: 'good' } },
  success: { statuses: [200], provenBy: `proof-of-${name}` },
  ...more,
});

interface Sent extends Sketch {
  readonly why?: NotSentReason;
  readonly message?: string;
  readonly lacks?: string;
}

function sent({ why, message, lacks, ...sketch }: Sent): Exchange {
  if (why === undefined) return exchange(sketch);
  const failure = {
    kind: 'not-sent',
    message: message ?? NOT_SENT_REASONS[why] ?? why,
    why,
    ...(lacks === undefined ? {} : { lacks }),
  } as const;
  return { ...exchange({ ...sketch, failure: 'not-sent' }), failure };
}

export interface Told {
  readonly verdict: 'pass' | 'fail' | 'inapplicable' | 'inconclusive';
  readonly cause?: string;
  readonly blockedBy?: string;
  readonly notSent?: NotSentReason;
  /** Which steps a reader is shown. */
  readonly shown: readonly string[];
}

/** Another check of the case. */
interface Law {
  readonly rule: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Case {
  readonly rule?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly others?: readonly Law[];
  readonly given?: readonly Precondition[];
  readonly steps?: readonly Step[];
  readonly setup?: readonly Step[];
  readonly away?: readonly number[];
  /** By step; those of the setup under `setup.<name>`. */
  readonly sent: Readonly<Record<string, Sent | readonly Sent[]>>;
}

export function decide({
  rule = 'outcome.never',
  params,
  given = [],
  steps,
  setup,
  away = [],
  others = [],
  sent: all,
}: Case): Told {
  const group = { setup: setup ?? [step('control'), step('shelf')] } as unknown as Group;
  const check = {
    id: 'c',
    rule,
    params: { step: 'probe', statuses: [201, 500, 503], ...params },
    given,
  } as unknown as Check;
  const laws = others.map((law) => ({ id: law.rule, title: 'the other law', given: [], ...law }) as unknown as Check);
  const planned = {
    steps: steps ?? [step('first'), step('probe'), step('read'), step('fill'), step('walk')],
    checks: [check, ...laws],
  } as never;
  const evidence = Object.fromEntries(
    Object.entries(all).map(([name, list]) => [
      name,
      (Array.isArray(list) ? (list as readonly Sent[]) : [list as Sent]).map((one) => sent({ ...one, step: name })),
    ]),
  );
  const { judgement, evidence: shown } = judgeCheck({ group, planned, check, evidence, unavailableStatuses: away });
  const base = { shown: shown.map((e) => e.step) };
  switch (judgement.kind) {
    case 'judged':
      return { ...base, verdict: judgement.findings.length > 0 ? 'fail' : 'pass' };
    case 'inapplicable':
      return {
        ...base,
        verdict: 'inapplicable',
        cause: judgement.reason,
        ...(judgement.notSent === undefined ? {} : { notSent: judgement.notSent }),
      };
    case 'inconclusive':
      return {
        ...base,
        verdict: 'inconclusive',
        cause: judgement.cause,
        ...(judgement.blockedBy === undefined ? {} : { blockedBy: judgement.blockedBy }),
      };
  }
}
