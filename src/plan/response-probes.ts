/** Selects data to record while responses are still bytes: rules see only recorded data. */
import { omitUndefined } from '../model/objects.ts';
import { DIGEST_NAMES, type DigestName } from '../model/exchange.ts';
import { ACCESS_TOKEN_POINTER } from '../model/jwt.ts';
import type { Check, Step } from './model.ts';

/** Rules on the claims of a token. */
const OF_CLAIMS: readonly string[] = ['token.decoded', 'token.expires-in', 'token.issued-now'];
/** The rule that compares a token with the assertion that requested it. */
const OF_WHAT_WAS_ASKED = 'token.audience-asked';
const OF_DIGESTS = 'header.digest';
const OF_BYTES: ReadonlySet<string> = new Set([...OF_CLAIMS, OF_WHAT_WAS_ASKED, OF_DIGESTS]);

/** Marks the steps whose token claims or digests a check judges. */
export function markResponseProbes(
  steps: readonly Step[],
  checks: readonly Pick<Check, 'rule' | 'params'>[],
): readonly Step[] {
  if (!checks.some(({ rule }) => OF_BYTES.has(rule))) return steps;
  const digests = (step: string): readonly DigestName[] =>
    DIGEST_NAMES.filter((name) =>
      checks.some(({ rule, params }) => rule === OF_DIGESTS && params['step'] === step && params['algorithm'] === name),
    );
  const asking = checks.flatMap(({ rule, params }) =>
    rule === OF_WHAT_WAS_ASKED ? (params['steps'] as readonly string[]) : [],
  );
  const places = new Map([
    ...checks.flatMap(({ rule, params: { step, pointer = ACCESS_TOKEN_POINTER } }) =>
      OF_CLAIMS.includes(rule) ? [[String(step), String(pointer)] as const] : [],
    ),
    ...asking.map((step) => [step, ACCESS_TOKEN_POINTER] as const),
  ]);
  return steps.map((step) => {
    const [place, names] = [places.get(step.name), digests(step.name)];
    return place === undefined && names.length === 0
      ? step
      : {
          ...step,
          ...omitUndefined({ decodes: place }),
          ...(asking.includes(step.name) ? { decodesAssertion: true } : {}),
          ...(names.length === 0 ? {} : { digests: names }),
        };
  });
}
