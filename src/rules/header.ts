/** Rules about one response header, for cases that a contract declares. */
import { DIGEST_ALGORITHMS, type CaseEvidence, DIGEST_NAMES } from '../model/exchange.ts';
import { firstHeader } from '../model/headers.ts';
import { compilePattern } from '../model/pattern.ts';
import { caseRule } from './define-rule.ts';
import { requireResponse, createFinding, judgementFrom, PASSED_JUDGEMENT } from './evidence.ts';
import type { Judgement } from './model.ts';
import { objectParams, type SchemaParams, STEP, TEXT } from './params.ts';

const presenceParams = objectParams({ step: STEP, name: TEXT });

function judgePresence(
  expected: boolean,
): (params: SchemaParams<typeof presenceParams>, evidence: CaseEvidence) => Judgement {
  return (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const value = firstHeader(reply.response, params.name.toLowerCase());
    if ((value !== undefined) === expected) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(
        reply.exchange,
        `header ${params.name}`,
        expected ? 'present' : 'absent',
        value,
        value === undefined ? undefined : { kind: 'added' },
      ),
    ]);
  };
}

const absent = caseRule(
  {
    id: 'header.absent',
    title: 'The response does not have the header',
    fails: 'returns the {where}, which the contract forbids',
    explain: 'The contract forbids this header in the response.',
  },
  presenceParams,
  judgePresence(false),
);

const present = caseRule(
  {
    id: 'header.present',
    title: 'The response has the header',
    fails: 'returns a response without the {where}',
    explain: 'The contract requires this header in the response.',
  },
  presenceParams,
  judgePresence(true),
);

const equals = caseRule(
  {
    id: 'header.equals',
    title: 'The header has the expected value',
    fails: 'returns a wrong value for {where}: {actual} instead of {expected}',
    explain: 'The contract specifies the value of this header.',
  },
  objectParams({ step: STEP, name: TEXT, value: TEXT }),
  ({ step, name, value }, evidence) => {
    const reply = requireResponse(evidence, step);
    const actual = firstHeader(reply.response, name.toLowerCase());
    return judgementFrom(actual === value ? [] : [createFinding(reply.exchange, `header ${name}`, value, actual)]);
  },
);

const matches = caseRule(
  {
    id: 'header.matches',
    title: 'The header matches its pattern',
    fails: 'returns a wrong value for {where}: {actual} instead of {expected}',
    explain: 'The contract specifies the format of this header.',
  },
  objectParams({ step: STEP, name: TEXT, pattern: TEXT }),
  ({ step, name, pattern }, evidence) => {
    const reply = requireResponse(evidence, step);
    const actual = firstHeader(reply.response, name.toLowerCase());
    const isRight = actual !== undefined && compilePattern(pattern).test(actual);
    return judgementFrom(
      isRight ? [] : [createFinding(reply.exchange, `header ${name}`, `text that matches ${pattern}`, actual)],
    );
  },
);

const same = caseRule(
  {
    id: 'header.same',
    title: 'The header has the same value in two responses',
    fails: 'returns another {where} in the second response: {actual} instead of {expected}',
    explain: 'Two responses have the same value in this header, such as the entity tag of an unchanged record.',
  },
  objectParams({ step: STEP, name: TEXT, other: STEP }),
  ({ step, name, other }, evidence) => {
    const [reply, before] = [requireResponse(evidence, step), requireResponse(evidence, other)];
    const [actual, expected] = [reply, before].map(({ response }) => firstHeader(response, name.toLowerCase()));
    if (actual !== undefined && actual === expected) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(reply.exchange, `header ${name}`, expected ?? 'the header in both responses', actual),
    ]);
  },
);

const digest = caseRule(
  {
    id: 'header.digest',
    title: 'The digest header matches the content',
    fails: 'returns a digest that does not match the content: {where} is {actual} instead of {expected}',
    explain: 'A recipient uses the digest to check that the content arrived unchanged (RFC 9530).',
  },
  objectParams({ step: STEP, name: TEXT, algorithm: { enum: DIGEST_NAMES } }),
  (params, evidence) => {
    const { step, name, algorithm } = params;
    const reply = requireResponse(evidence, step);
    const headerValue = firstHeader(reply.response, name.toLowerCase());
    const right = reply.response.digests?.[algorithm] ?? '';
    // RFC 9530 has a dictionary with one or more digests. Proprietary headers contain the digest alone, in base64 or
    // hexadecimal, or hexadecimal after the algorithm and a colon as in container images.
    const hexadecimal = Buffer.from(right, 'base64').toString('hex');
    const named = `${DIGEST_ALGORITHMS[algorithm]}:`;
    const isNamed = headerValue?.toLowerCase().startsWith(named) === true;
    const isRight =
      headerValue !== undefined &&
      (headerValue.split(',').some((item) => item.trim() === `${algorithm}=:${right}:`) ||
        headerValue === right ||
        (isNamed ? headerValue.slice(named.length) : headerValue).toLowerCase() === hexadecimal);
    const expected = isNamed ? `${named}${hexadecimal}` : `${algorithm}=:${right}:`;
    return judgementFrom(
      isRight ? [] : [createFinding(reply.exchange, `header ${name.toLowerCase()}`, expected, headerValue)],
    );
  },
);

export const headerRules = [absent, present, equals, matches, same, digest] as const;
