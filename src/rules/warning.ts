/** Rules about warnings in the body of a successful response. */
import { type Json, jsonText } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { withBody } from './body.ts';
import { caseRule } from './define-rule.ts';
import { createFinding, judgementFrom, PASSED_JUDGEMENT } from './evidence.ts';
import { objectParams, type SchemaParams, POINTER, STEP, TEXT, TEXTS } from './params.ts';

// Parameters by which a case describes the warnings beside a success.

const WARNING_PARAMS = objectParams(
  {
    step: STEP,
    /** Pointer to the messages of the response, resolved by the plan from the envelope. */
    messages: POINTER,
  },
  {
    /** Words and code prefixes of the expected warning. */
    mentions: TEXTS,
    codes: TEXTS,
    /** Only entries with this severity count. */
    severity: TEXT,
  },
);

type WarningParams = SchemaParams<typeof WARNING_PARAMS>;

/** The entries with the severity. */
function warnings(body: Json | undefined, { messages, severity }: WarningParams): readonly Json[] {
  const list = valueAtPointer(body, messages);
  if (!Array.isArray(list)) return [];
  return (list as readonly Json[]).filter(
    (item) => severity === undefined || valueAtPointer(item, '/severity') === severity,
  );
}

const given = caseRule(
  {
    id: 'warning.given',
    title: 'A success with unverified data contains a warning',
    fails: 'does not warn about data that it could not verify: {expected} is missing',
    explain:
      'The request is accepted, and the response contains a warning about data that could not be verified yet. Clients follow up on the warning.',
    needs: ['accepted'],
    filled: 'messages',
  },
  WARNING_PARAMS,
  (params, evidence) =>
    withBody(evidence, params.step, (body, exchange) => {
      const { severity } = params;
      const list = warnings(body, params);
      const kind = severity === undefined ? 'a warning' : `a message with severity ${severity}`;
      const lacking = (params.mentions ?? []).filter((word) => !list.some((w) => JSON.stringify(w).includes(word)));
      const codes = (params.codes ?? []).filter(
        (code) => !list.some((w) => String(valueAtPointer(w, '/code') ?? '').startsWith(code)),
      );
      return judgementFrom([
        ...lacking.map((word) =>
          createFinding(exchange, `body#${params.messages}`, `${kind} that mentions ${word}`, jsonText(list), {
            member: word,
          }),
        ),
        ...codes.map((code) =>
          createFinding(
            exchange,
            `body#${params.messages}`,
            `${kind} with a code that begins with ${code}`,
            jsonText(list),
          ),
        ),
      ]);
    }),
);

const none = caseRule(
  {
    id: 'warning.none',
    title: 'A valid record causes no warning',
    fails: 'returns a warning for a valid record: {actual}',
    explain: 'A warning for a valid record makes people search for an error that does not exist.',
    needs: ['accepted'],
    filled: 'messages',
  },
  WARNING_PARAMS,
  (params, evidence) =>
    withBody(evidence, params.step, (body, exchange) => {
      const list = warnings(body, params);
      const mentions = params.mentions ?? [];
      const unwanted =
        mentions.length === 0 ? list : list.filter((w) => mentions.some((word) => JSON.stringify(w).includes(word)));
      return judgementFrom(
        unwanted.map((w) => createFinding(exchange, `body#${params.messages}`, 'no such warning', jsonText(w))),
      );
    }),
);

const pointed = caseRule(
  {
    id: 'warning.pointed',
    title: 'A warning points to the right field',
    fails: 'points to the wrong field in a warning: {actual} instead of {expected}',
    explain:
      'One field of one record causes a warning with a pointer. Clients use it to find the record and the field. A pointer computed for the first record only, or copied from another warning, leads to a valid field.',
    needs: ['accepted'],
  },
  objectParams({
    step: STEP,
    messages: POINTER,
    /** A word that the warning contains. */
    mentions: TEXT,
    /** Pointer, in a warning, to its subject; and the expected value there. */
    source: POINTER,
    pointer: TEXT,
  }),
  (params, evidence) => {
    const { step, messages, mentions, source, pointer } = params;
    return withBody(evidence, step, (body, exchange) => {
      const meant = warnings(body, { step, messages }).filter((item) => JSON.stringify(item).includes(mentions));
      const pointers = meant.map((item) => valueAtPointer(item, source)).filter((item) => item !== undefined);
      if (pointers.includes(pointer)) return PASSED_JUDGEMENT;
      return judgementFrom(
        pointers.map((shown) => createFinding(exchange, `body#${messages}`, jsonText(pointer), jsonText(shown))),
      );
    });
  },
);

export const warningRules = [given, none, pointed] as const;
