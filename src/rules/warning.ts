/** Rules about warnings in the body of a successful response. */
import { type Json, show } from '../model/json.ts';
import { at } from '../model/pointer.ts';
import { withBody } from './body.ts';
import { caseRule } from './define-rule.ts';
import { finding, judged, PASS } from './evidence.ts';
import { object, type ParamsOf, POINTER, STEP, TEXT, TEXTS } from './params.ts';

// Parameters by which a case describes the warnings beside a success.

const WARNING_PARAMS = object(
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

type WarningParams = ParamsOf<typeof WARNING_PARAMS>;

/** The entries with the severity. */
function warnings(body: Json | undefined, { messages, severity }: WarningParams): readonly Json[] {
  const list = at(body, messages);
  if (!Array.isArray(list)) return [];
  return (list as readonly Json[]).filter((item) => severity === undefined || at(item, '/severity') === severity);
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
      return judged(unwanted.map((w) => finding(exchange, `body#${params.messages}`, 'no such warning', show(w))));
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
  object({
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
      const pointers = meant.map((item) => at(item, source)).filter((item) => item !== undefined);
      if (pointers.includes(pointer)) return PASS;
      return judged(pointers.map((shown) => finding(exchange, `body#${messages}`, show(pointer), show(shown))));
    });
  },
);

export const warningRules = [given, none, pointed] as const;
