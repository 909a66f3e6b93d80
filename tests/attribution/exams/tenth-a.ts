/** The tenth exam, of partner-onboarding and the identity provider: faults as bug reports of services tell of them. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import { around, type Exam } from '../exam.ts';

const failed = (): GatewayError =>
  new GatewayError(500, { code: 'internal_error', detail: 'The service could not handle the request.' });

const hour = 3600;

export const exam: Exam = {
  'partner-onboarding': [
    {
      name: 'validation-unhandled',
      does: 'What the validation of values throws is handled nowhere, and so becomes a failure of the service.',
      reads: 'Answers 500 to a value that is not valid, rather than refusing it with 422.',
      change: () => ({
        partners: {
          refuseValues: ({ refusals }) => {
            if (refusals.length > 0) throw failed();
          },
        },
      }),
    },
    {
      name: 'defaults-of-a-creation',
      does: 'An update is filled up with the defaults that a creation has: channels that it does not name are none.',
      reads: 'A PATCH that does not name the channels empties them.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => merge(partner, { ...given, channels: given.channels ?? [] }, purpose),
        },
      }),
    },
    {
      name: 'nothing-as-json',
      does: 'The 204 of DELETE goes through the function that writes JSON, which makes an empty object of nothing.',
      reads: 'Answers DELETE of the channels with 204 and a body ({}), which a 204 must not have.',
      change: ({ run }) => ({
        run: {
          'channels.delete': (exchange) => {
            const inner = run['channels.delete'];
            if (inner === undefined) throw new Error('There is no such operation.');
            const reply = inner(exchange);
            return { ...json(reply.status, {}, reply.headers), wire: 'content-unasked' };
          },
        },
      }),
    },
    {
      name: 'list-never-made',
      does: 'A list without entries is never made, and what was never made is written as null.',
      reads: 'Shows channels as null, rather than as an empty list, where a partner has none.',
      change: ({ partners: { view } }) => ({
        partners: {
          view: (partner) => ({ ...view(partner), ...(partner.channels.length === 0 ? { channels: null } : {}) }),
        },
      }),
    },
    {
      name: 'expiry-without-effect',
      does: 'A session is made of every token that verifies, whenever it expired.',
      reads: 'Accepts access tokens that have expired.',
      change: () => ({ token: { isUnexpired: () => true } }),
    },
    {
      name: 'any-signed-token',
      does: 'Every token that the identity provider signed lets in, whichever service it was issued for.',
      reads: 'Accepts access tokens that were issued for another service.',
      change: () => ({ token: { isForService: () => true } }),
    },
    {
      name: 'reads-that-meet',
      does: 'Reads of a partner write their steps into one place that all of them share: of two that meet, one fails.',
      reads: 'Answers 500 to a read of a partner now and then; the same read succeeds when it is repeated.',
      // An exam sends one call after the other: one read of twenty-nine is taken for one that met another.
      change: ({ run }) => {
        let reads = 0;
        return {
          run: {
            'partners.read': (exchange) => {
              const inner = run['partners.read'];
              if (inner === undefined) throw new Error('There is no such operation.');
              reads += 1;
              if (reads % 29 === 0) throw failed();
              return inner(exchange);
            },
          },
        };
      },
    },
    {
      name: 'escapes-unknown',
      does: 'A path with a percent-encoded character is not understood and gets an empty page.',
      reads: 'Answers a path that has a percent-encoded character with an empty 200.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        if (!call.path.includes('%')) return reply;
        return { status: 200, headers: { date: reply.headers['date'] ?? '', 'content-type': 'text/html' }, body: '' };
      }),
    },
  ],
  'identity-provider': [
    {
      name: 'times-of-another-zone',
      does: 'The times of an access token are read from a local clock as if it were UTC: they lie an hour back.',
      reads:
        'Issues access tokens whose iat and exp lie an hour in the past, so that they have expired when they are issued.',
      change: ({ token: { claims } }) => ({
        token: {
          claims: (device, audience) => {
            const own = claims(device, audience);
            return { ...own, iat: own.iat - hour, exp: own.exp - hour };
          },
        },
      }),
    },
    {
      name: 'expiry-as-it-comes',
      does: 'Of exp it is judged only whether it has passed: it may be missing, or lie as far ahead as one likes.',
      reads: 'Accepts assertions without exp, and with an exp that lies years ahead.',
      change: ({ assertion: { claimChecks } }) => ({
        assertion: {
          claimChecks: claimChecks.filter(({ name }) => name !== 'exp-missing' && name !== 'exp-lifetime'),
        },
      }),
    },
    {
      name: 'audience-unread',
      does: 'The audience of an assertion is not held against the address of the identity provider.',
      reads: 'Accepts assertions whose aud is not the identity provider.',
      change: ({ assertion: { claimChecks } }) => ({
        assertion: { claimChecks: claimChecks.filter(({ name }) => name !== 'aud') },
      }),
    },
    {
      name: 'errors-of-the-form',
      does: 'Errors that arise before the assertion is looked at (invalid_request, unsupported_grant_type) are written by hand, without Content-Type.',
      reads: 'Some errors of the token endpoint (invalid_request, unsupported_grant_type) have no Content-Type.',
      change: ({ token: { refuse } }) => ({
        token: {
          refuse: (refusal, status) => {
            const reply = refuse(refusal, status);
            if (!['invalid_request', 'unsupported_grant_type'].includes(refusal.error)) return reply;
            const { 'content-type': _type, ...headers } = reply.headers;
            return { ...reply, headers };
          },
        },
      }),
    },
  ],
};
