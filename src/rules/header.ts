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
    title: 'The answer does not carry the header',
    fails: 'answers with the {where}, which must not be sent',
    explain: 'This header must not be sent with this answer.',
  },
  presenceParams,
  judgePresence(false),
);

const present = caseRule(
  {
    id: 'header.present',
    title: 'The answer carries the header',
    fails: 'answers without the {where}',
    explain: 'This header must be sent with this answer.',
  },
  presenceParams,
  judgePresence(true),
);

const equals = caseRule(
  {
    id: 'header.equals',
    title: 'The header has the right value',
    fails: 'answers with a wrong {where}: {actual} instead of {expected}',
    explain: 'The contract knows the value that this header must have.',
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
    title: 'The header has the right form',
    fails: 'answers with a wrong {where}: {actual} instead of {expected}',
    explain: 'The contract knows the form that this header must have.',
  },
  objectParams({ step: STEP, name: TEXT, pattern: TEXT }),
  ({ step, name, pattern }, evidence) => {
    const reply = requireResponse(evidence, step);
    const actual = firstHeader(reply.response, name.toLowerCase());
    const isRight = actual !== undefined && compilePattern(pattern).test(actual);
    return judgementFrom(
      isRight ? [] : [createFinding(reply.exchange, `header ${name}`, `a text like ${pattern}`, actual)],
    );
  },
);

const same = caseRule(
  {
    id: 'header.same',
    title: 'The header is the same in two answers',
    fails: 'answers with another {where}: {actual} instead of {expected}',
    explain:
      'What two answers say in this header has to be the same, such as the tag of a version of a record that nobody changed.',
  },
  objectParams({ step: STEP, name: TEXT, other: STEP }),
  ({ step, name, other }, evidence) => {
    const [reply, before] = [requireResponse(evidence, step), requireResponse(evidence, other)];
    const [actual, expected] = [reply, before].map(({ response }) => firstHeader(response, name.toLowerCase()));
    if (actual !== undefined && actual === expected) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(reply.exchange, `header ${name}`, expected ?? 'the header in both answers', actual),
    ]);
  },
);

const digest = caseRule(
  {
    id: 'header.digest',
    title: 'The digest in the head is that of the content',
    fails: 'says a digest that is not that of its content: {where} is {actual} instead of {expected}',
    explain:
      'A digest is there so that whoever gets the content can tell whether all of it came as it was sent (RFC 9530).',
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
