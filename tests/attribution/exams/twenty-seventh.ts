/**
 * Of 60 ordinary mistakes, 20 by the order of the hashes of their names: the mistakes were written down while walking through
 * the two source documents, what is publicly known beside them, and the MUSTs of the RFCs of HTTP, JWT and OAuth;
 * `printf %s twenty-seventh:NAME | sha256sum` sorted them, and the first 20 are asked. None had to be replaced.
 */
import { GatewayError, notFound } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import type { Values } from '../../../services/model/field.ts';
import { succeeded } from '../../../services/student-reporting/engine/results.ts';
import { isObject } from '../../../services/model/json-type.ts';
import type { Exam } from '../exam.ts';

const quota = 20;
const hour = 60 * 60 * 1000;
const announced = '1.0.0-SNAPSHOT';

const withoutAddress = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('residential_address_')));

function withFirstType(values: Values): Values {
  const types = values['student_types'];
  return Array.isArray(types) ? { ...values, student_types: types.slice(0, 1) as readonly string[] } : values;
}

export const exam: Exam = {
  'partner-onboarding': [
    // RFC 9110 section 15.5.2: a 401 MUST carry a WWW-Authenticate header; RFC 6750 section 3.
    {
      name: 'partner-401-without-challenge',
      does: 'A call without a token, or with a bad one, is answered 401 without a WWW-Authenticate header.',
      reads: 'A 401 carries no WWW-Authenticate header.',
      change: () => ({ door: { challenge: () => ({}) } }),
    },
    // partner-onboarding section 4: DELETE /partners/{id}/channels deletes the channels of one partner.
    {
      name: 'channels-delete-everywhere',
      does: 'Deleting the channels of one partner deletes those of every partner of the organisation.',
      reads: 'Deleting the channels of one partner deletes the channels of other partners too.',
      change: () => ({
        partners: {
          empty: (shelf) => {
            for (const partner of shelf.values()) shelf.set(partner.id, { ...partner, channels: [] });
          },
        },
      }),
    },
    // RFC 9110 section 11.1: the name of an authentication scheme is compared without regard to case.
    {
      name: 'bearer-case-sensitive',
      does: 'The token is taken out of the Authorization header only where the scheme is written Bearer: bearer and BEARER are answered 401.',
      reads: 'Refuses a good token where the scheme is written "bearer" in other letters than "Bearer".',
      change: () => ({
        door: { tokenOf: (call) => /^Bearer +(\S+) *$/.exec(call.header('authorization') ?? '')?.[1] },
      }),
    },
    // domain.md 4.1: 400 is for what is not well-formed JSON, 422 for errors of validation.
    {
      name: 'malformed-json-422',
      does: 'A body that is not well-formed JSON is answered 422.',
      reads: 'A body that is not well-formed JSON is answered 422 instead of 400.',
      change: ({ gateway }) => ({
        gateway: {
          parse: (text) => {
            try {
              return gateway.parse(text);
            } catch {
              const detail = 'The body is not well-formed JSON.';
              throw new GatewayError(422, { code: 'malformed_json', detail });
            }
          },
        },
      }),
    },
    // partner-onboarding section 4: DELETE /partners/{id}/channels deletes the channels of a partner, not the partner.
    {
      name: 'channels-delete-takes-partner',
      does: 'Deleting the channels of a partner deletes the partner as well.',
      reads: 'After its channels are deleted the partner itself is gone.',
      change: () => ({
        partners: {
          empty: (shelf, { id }) => {
            shelf.delete(id);
          },
        },
      }),
    },
    // partner-onboarding sections 1 and 9: the version of the interface is 1.0.0.
    {
      name: 'version-snapshot',
      does: 'The service and its definition announce the version 1.0.0-SNAPSHOT.',
      reads: 'Announces the version 1.0.0-SNAPSHOT instead of 1.0.0.',
      change: ({ about }) => ({
        about: {
          describe: () => ({ ...about.describe(), api_version: announced }),
          definition: () => {
            const definition = about.definition();
            if (!isObject(definition)) return definition;
            const info = definition['info'];
            return { ...definition, info: { ...(isObject(info) ? info : {}), version: announced } };
          },
        },
      }),
    },
    // partner-onboarding section 8: every quota of the plan is unlimited.
    {
      name: 'quota-left-on',
      does: 'An organisation has 20 calls an hour; every further call is answered 429.',
      reads: 'Refuses calls with 429 after the first 20, although the plan is unlimited.',
      change: ({ door }, _stages, { clock }) => {
        const counted = new Map<string, number>();
        return {
          door: {
            admit: async (call) => {
              const caller = await door.admit(call);
              const window = `${caller.organisation} ${String(Math.floor(clock().getTime() / hour))}`;
              const calls = (counted.get(window) ?? 0) + 1;
              counted.set(window, calls);
              if (calls <= quota) return caller;
              throw new GatewayError(429, { code: 'quota_exceeded', detail: 'The quota of the plan is used up.' });
            },
          },
        };
      },
    },
    // RFC 7519 section 4.1.3: who is not named in aud MUST reject the token.
    {
      name: 'token-of-other-service-taken',
      does: 'The audience of an access token is not looked at: one that was issued for another service is taken.',
      reads: 'Accepts an access token that was issued for another service.',
      change: () => ({ token: { isForService: () => true } }),
    },
    // partner-onboarding section 4: PATCH /partners/{id} updates one partner.
    {
      name: 'patch-without-where',
      does: 'A PATCH of one partner sets what it gives on every partner of the organisation.',
      reads: 'Updating one partner changes other partners too.',
      change: (_inner, { partners }) => ({
        partners: {
          replace: ({ organisation, partner: { id }, given }) => {
            const shelf = partners.shelf(organisation, id);
            for (const partner of shelf.values()) shelf.set(partner.id, partners.merge(partner, given, 'update'));
          },
        },
      }),
    },
  ],
  'student-reporting': [
    // domain.md 1.6, rule 10839: the UID of a student is invalid for another provider; section 5 rule 4: access is an organisation's.
    {
      name: 'other-organisations-student',
      does: 'A student is read by its UID alone: that of another organisation is shown.',
      reads: 'Shows a student to another organisation than the one that reported it.',
      change: ({ read }, { data, locate, results }) => ({
        read: {
          one: (kind, exchange) => {
            if (kind.family.name !== 'students') return read.one(kind, exchange);
            const { organisation } = exchange.caller;
            for (const dataset of [data.store.of(organisation), ...data.store.others(organisation)]) {
              const found = locate.within(dataset, kind, exchange);
              if (found) return json(200, succeeded(undefined, results.view(found.record, kind)));
            }
            throw notFound();
          },
        },
      }),
    },
    // Section 4: a bulk read of student disabilities exists; section 7 has its 404 as an issue.
    {
      name: 'disabilities-list-404',
      does: 'The list of the disabilities of a student is answered 404, whatever it has.',
      reads: 'The list of the disabilities of a student answers 404.',
      change: ({ read }) => ({
        read: {
          list: (kind, exchange) => {
            if (kind.family.name === 'student-disabilities') throw notFound();
            return read.list(kind, exchange);
          },
        },
      }),
    },
    // Section 2: a TAC offer stands inside the object courses_on_campus_tac_offer.
    {
      name: 'tac-offer-wrapper-shortened',
      does: 'Reads of TAC offers, one or all, carry the object tac_offer in place of courses_on_campus_tac_offer.',
      reads: 'Reads of TAC offers carry tac_offer instead of courses_on_campus_tac_offer.',
      change: ({ results }) => ({
        results: {
          view: (record, kind) => {
            const shown = results.view(record, kind);
            const offer = shown['courses_on_campus_tac_offer'];
            return offer === undefined ? shown : { tac_offer: offer };
          },
        },
      }),
    },
    // Section 7: a student POST that carries address details is accepted with a warning.
    {
      name: 'address-not-stored',
      does: 'The POST of a student with a residential address is accepted with its warning, but the address is not stored.',
      reads: 'Does not keep the residential address of a student that is posted with one.',
      change: ({ keep }) => ({
        keep: {
          add: (record, kind, circumstances) => {
            const isStudent = kind.family.name === 'students';
            keep.add(isStudent ? { ...record, values: withoutAddress(record.values) } : record, kind, circumstances);
          },
        },
      }),
    },
    // Section 1 distinguishes the types HEP and VET; section 7: a student may be enrolled in both.
    {
      name: 'second-student-type-lost',
      does: 'Of the types of a student only the first is stored, by POST and by PATCH: one of HEP and VET becomes one of HEP.',
      reads: 'Keeps only the first of the types of a student who is both HEP and VET.',
      change: ({ keep }) => ({
        keep: {
          add: (record, kind, circumstances) => {
            keep.add({ ...record, values: withFirstType(record.values) }, kind, circumstances);
          },
          replace: (existing, examined, circumstances) => {
            keep.replace(existing, { ...examined, values: withFirstType(examined.values) }, circumstances);
          },
        },
      }),
    },
    // domain.md 1.7: money, EFTSL and load are numbers.
    {
      name: 'money-as-text',
      does: 'Reads carry every amount, load and EFTSL as text with two decimals, such as "12.50".',
      reads: 'Reads carry amounts as strings instead of numbers.',
      change: ({ results, balance }) => ({
        results: {
          show: (field, record, kind) => {
            const value = results.show(field, record, kind);
            return field.kind === 'money' && typeof value === 'number' ? value.toFixed(2) : value;
          },
        },
        balance: { amount: (cents) => balance.amount(cents).toFixed(2) as unknown as number },
      }),
    },
    // Section 2: disability codes are drawn from the reference data; domain.md 1.7: 11 to 20, and 99.
    {
      name: 'disability-code-99-missing',
      does: 'The disability code 99 is refused as no valid code.',
      reads: 'Refuses the valid disability code 99.',
      change: ({ judgement }) => ({
        judgement: {
          field: (bound, given, circumstances) =>
            bound.field.name === 'disability_code' && given.given === '99'
              ? [{ name: 'code-list', digits: '10546', text: 'is not a valid code' }]
              : judgement.field(bound, given, circumstances),
        },
      }),
    },
  ],
  'identity-provider': [
    // Section 5 rule 3: aud is the address of the identity provider; RFC 7523 section 3: any other MUST be rejected.
    {
      name: 'assertion-aud-unchecked',
      does: 'The aud of an assertion is not looked at: one that is meant for somebody else, or has none, gets a token.',
      reads: 'Grants a token for an assertion whose aud is not the identity provider.',
      change: ({ assertion }) => ({
        assertion: { claimChecks: assertion.claimChecks.filter(({ name }) => name !== 'aud') },
      }),
    },
    // Section 5 rule 1: a signed JWT; RFC 7523 section 3: one with an invalid signature MUST be rejected.
    {
      name: 'assertion-signature-unchecked',
      does: 'The signature of an assertion is not verified: any will do.',
      reads: 'Grants a token for an assertion whose signature does not verify.',
      change: () => ({ assertion: { isSigned: () => true } }),
    },
    // RFC 6749 section 5.1: numerical values are JSON numbers; expires_in is a lifetime in seconds.
    {
      name: 'expires-in-text',
      does: 'The token response has expires_in as the text "3600".',
      reads: 'Sends expires_in as a string instead of a number.',
      change: ({ token }) => ({ token: { describe: (text) => ({ ...token.describe(text), expires_in: '3600' }) } }),
    },
    // RFC 6749 section 5.1: token_type is REQUIRED.
    {
      name: 'token-type-missing',
      does: 'The token response has no token_type.',
      reads: 'The token response lacks token_type.',
      change: ({ token }) => ({
        token: {
          describe: (text) => {
            const { token_type: _left, ...rest } = token.describe(text);
            return rest;
          },
        },
      }),
    },
  ],
};
