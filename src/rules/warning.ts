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
    title: 'A warning is given beside the success',
    fails: 'does not warn of what it could not verify: {expected} is missing',
    explain:
      'The request is accepted, and the answer warns of what could not be verified yet. Clients rely on the warning to follow it up.',
    needs: ['accepted'],
    filled: 'messages',
  },
  WARNING_PARAMS,
  (params, evidence) =>
    withBody(evidence, params.step, (body, exchange) => {
      const { severity } = params;
      const list = warnings(body, params);
      const kind = severity === undefined ? 'a warning' : `a message of the severity ${severity}`;
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
          createFinding(exchange, `body#${params.messages}`, `${kind} whose code begins with ${code}`, jsonText(list)),
        ),
      ]);
    }),
);

const none = caseRule(
  {
    id: 'warning.none',
    title: 'No warning is given where nothing is wrong',
    fails: 'warns where nothing is wrong: {actual}',
    explain: 'A warning for a correct record sends people looking for a mistake that is not there.',
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
    title: 'A warning points to what it is about',
    fails: 'points with a warning to something else than it is about: {actual} instead of {expected}',
    explain:
      'One member of one record brings a warning, and the warning has a pointer. Clients follow it to the record and the member; one that is made for the first of several records, or copied from another warning, leads them to what nothing is wrong with.',
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
