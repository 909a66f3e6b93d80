/**
 * What an entry of the corpus is: something that a service may do, that somebody's does by default, and that nothing of
 * basis `standard` may call wrong. A false MUST is the worst that a conformance tool can say.
 */
import type { CaseEvidence, Exchange } from '../../src/model/exchange.ts';
import type { HeaderList } from '../../src/model/headers.ts';
import type { ResolvedOperation } from '../../src/plan/model.ts';
import { exchange, type Sketch } from '../rules/support.ts';

interface Words {
  /** Row of `specs/http/requirements.yaml` that it is close to. */
  readonly requirement: string;
  readonly what: string;
  /** Who does it: servers, frameworks, gateways, services. */
  readonly who: string;
  /** Why it is allowed, with the section that says so. */
  readonly why: string;
}

/** Answers: held against every passive rule of basis `standard`. */
export interface LegalAnswers extends Words {
  readonly operation?: Partial<ResolvedOperation>;
  readonly answers: readonly Asked[];
}

/** The evidence of a case: held against its rule, and every exchange of it against the passive ones. */
export interface LegalCase extends Words {
  readonly rule: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly operation?: Partial<ResolvedOperation>;
  readonly evidence: CaseEvidence;
}

export type Legal = LegalAnswers | LegalCase;

/** An exchange whose request had these fields, or this address. */
export interface Asked extends Sketch {
  readonly asked?: HeaderList;
  readonly url?: string;
}

export function asked({ asked: headers, url, ...sketch }: Asked): Exchange {
  const plain = exchange(sketch);
  return {
    ...plain,
    request: { ...plain.request, ...(headers === undefined ? {} : { headers }), ...(url === undefined ? {} : { url }) },
  };
}
