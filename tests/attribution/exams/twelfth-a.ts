/**
 * The twelfth exam, of partner-onboarding and the identity provider: faults drawn from bug reports of services. These searches were fixed
 * before any was made; of the answers of each, the first two are asked that one cause, seen from outside, can bring about here, and that
 * neither the corpus nor an earlier exam asks in the same way.
 *
 * 1. REST API returns wrong HTTP status code bug
 * 2. API accepts invalid value on create, validation missing bug
 * 3. PATCH partial update resets other fields bug
 * 4. API response value differs from what was posted, field changed when saved
 * 5. OAuth token endpoint wrong error response bug
 * 6. JWT client assertion valid but rejected by authorization server bug
 */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import { isObject } from '../../../services/model/json-type.ts';
import { identityProviderUrl } from '../../../services/services.ts';
import type { Run } from '../../../services/gateway.ts';
import type { Exam } from '../exam.ts';

/** The operation of that name, as it stands there. */
function operationOf(run: Run, name: string): Run[string] {
  const operation = run[name];
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  return operation;
}

/** An operation all of whose refusals are 400. */
const badRequests =
  (operation: Run[string]): Run[string] =>
  (exchange) => {
    try {
      return operation(exchange);
    } catch (error) {
      throw error instanceof GatewayError ? new GatewayError(400, error.entries, error.headers) : error;
    }
  };

export const exam: Exam = {
  'partner-onboarding': [
    // 1: stash-empornium 136.
    {
      name: 'errors-as-200',
      does: 'The status of an error is never set: whatever is refused is answered 200, with the errors in its body.',
      reads: 'Answers every refusal with 200 instead of a 4xx status; only its body says that something is wrong.',
      change: ({ gateway: { refuse } }) => ({ gateway: { refuse: (error) => ({ ...refuse(error), status: 200 }) } }),
    },
    // 1: xdpd 89.
    {
      name: 'all-errors-400',
      does: 'Whatever goes wrong while an operation is executed is answered 400.',
      reads:
        'Answers 400 to whatever an operation refuses: rather than 404 to an id that does not exist, and than 422 to a value that is not valid.',
      change: ({ run }) => ({
        run: Object.fromEntries(Object.keys(run).map((name) => [name, badRequests(operationOf(run, name))])),
      }),
    },
    // 2: bug-bounty 11575.
    {
      name: 'creation-unvalidated',
      does: 'What a POST brings is not validated: neither that it is complete, nor types, values and names.',
      reads:
        'POST creates partners without validating them: members that are required may be missing, and any value is taken.',
      change: ({ body: { read } }, stages) => ({
        body: {
          read: (sent, purpose) =>
            purpose === 'create' ? { ...stages.body.members(sent, purpose).part, refusals: [] } : read(sent, purpose),
        },
      }),
    },
    // 2: amivapi 355.
    {
      name: 'rest-without-endpoint',
      does: 'What has to be there only where something else is (the endpoint, where there is a channel) is not asked for.',
      reads: 'Accepts a channel without endpoint, rather than refusing it with 422.',
      change: ({ body: { judge } }) => ({
        body: {
          judge: (place, given) =>
            place.owner === 'channels' && place.field.name === 'endpoint' && (given ?? undefined) === undefined
              ? []
              : judge(place, given),
        },
      }),
    },
    // 3: Part-DB-server 800.
    {
      name: 'number-resets-others',
      does: 'An update of participant_id also sets other members, contact_email and channels, to what a new partner has.',
      reads: 'A PATCH that names participant_id also removes contact_email and the channels, which it does not name.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            if (purpose !== 'update' || !given.values.has('participant_id')) return merge(partner, given, purpose);
            const { contact_email: _email, ...values } = partner.values;
            return merge({ ...partner, values, channels: [] }, given, purpose);
          },
        },
      }),
    },
    // 3: open-event-server 6619.
    {
      name: 'update-replaces-all',
      does: 'A PATCH stores what it names, and resets all the rest, required or not.',
      reads:
        'A PATCH removes all members that it does not name, name and abn too, rather than leaving them as they were.',
      change: ({ partners: { merge } }) => ({
        partners: { merge: ({ id }, given, purpose) => merge({ id, values: {}, channels: [] }, given, purpose) },
      }),
    },
    // 4: jetpack-crm 22.
    {
      name: 'creation-echoes-request',
      does: 'The answer of a creation is the body that was sent, with the id of the new partner added.',
      reads:
        'The answer of POST repeats what was sent rather than showing the partner that is stored: it has no channels where none were sent.',
      change: ({ run }) => ({
        run: {
          'partners.create': (exchange) => {
            const reply = operationOf(run, 'partners.create')(exchange);
            const made: unknown = JSON.parse(reply.body ?? '{}');
            const id = isObject(made) ? made['id'] : undefined;
            return json(reply.status, { id, ...(isObject(exchange.body) ? exchange.body : {}) }, reply.headers);
          },
        },
      }),
    },
    // 4: flapjack 152.
    {
      name: 'previous-address-answered',
      does: 'The answer of an update has the contact_email that the partner had before; all else in it is new.',
      reads: 'The answer of PATCH shows the previous contact_email; the new one is stored, and shown by the next GET.',
      change: (_inner, { partners }) => ({
        run: {
          'partners.update': (exchange) => {
            const change = partners.change(exchange);
            partners.refuseValues(change.given);
            partners.replace(change);
            const { contact_email: _new, ...others } = change.changed.values;
            const before = change.partner.values['contact_email'];
            const values = before === undefined ? others : { ...others, contact_email: before };
            return json(200, partners.view({ ...change.changed, values }));
          },
        },
      }),
    },
  ],
  'identity-provider': [
    // 5: product-is 6320.
    {
      name: 'exception-as-description',
      does: 'The exception about an unsupported grant type is caught as one about the request, and written out as its description.',
      reads:
        'Answers an unsupported grant_type with the error invalid_request, and the text of an exception as its description, rather than with unsupported_grant_type.',
      change: ({ token: { refuseGrantType } }) => ({
        token: {
          refuseGrantType: (asked) => {
            const refusal = refuseGrantType(asked);
            if (refusal?.error !== 'unsupported_grant_type') return refusal;
            const description =
              "OAuthProblemException{error='unsupported_grant_type', description='Unsupported grant_type value', uri='null', state='null', scope='null', redirectUri='null', responseStatus=0, parameters={}}";
            return { error: 'invalid_request', description };
          },
        },
      }),
    },
    // 5: idenplane 780.
    {
      name: 'framework-error-body',
      does: 'What refuses an assertion is thrown, and the framework writes its own error: statusCode, message, error.',
      reads:
        'Refused assertions have the error body of the framework (statusCode, message, "Bad Request"), not error and error_description of RFC 6749.',
      change: ({ token: { refuse } }) => ({
        token: {
          refuse: (refusal, status) => {
            if (!['invalid_grant', 'unauthorized_client'].includes(refusal.error)) return refuse(refusal, status);
            const body = { statusCode: 400, message: refusal.description, error: 'Bad Request' };
            return json(400, body, { 'cache-control': 'no-store' });
          },
        },
      }),
    },
    // 6: esignet 1673.
    {
      name: 'other-code-for-subject',
      does: 'The check of sub has an error code of its own: invalid_client.',
      reads:
        'Refuses an assertion whose sub is missing or not that of the device with the error invalid_client, rather than invalid_grant.',
      change: ({ token: { refuse } }) => ({
        token: {
          refuse: (refusal, status) =>
            refuse(refusal.description.startsWith('sub ') ? { ...refusal, error: 'invalid_client' } : refusal, status),
        },
      }),
    },
    // 6: esignet 2258.
    {
      name: 'audience-among-others',
      does: 'A list as aud of an assertion is accepted as long as the identity provider is in it.',
      reads: 'Accepts assertions whose aud is a list that names others beside the identity provider.',
      change: ({ assertion: { claimChecks } }) => ({
        assertion: {
          claimChecks: claimChecks.map((check) =>
            check.name === 'aud'
              ? {
                  ...check,
                  holds: (judged) => {
                    const aud = judged.assertion.claims['aud'];
                    return Array.isArray(aud) ? aud.includes(identityProviderUrl) : check.holds(judged);
                  },
                }
              : check,
          ),
        },
      }),
    },
  ],
};
