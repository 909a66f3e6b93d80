/**
 * An exam set by somebody who had read the services and their contracts, and neither how causes are found nor any former
 * exam. Three changes were mended after the first run, none of the sentences: what is remembered of an equal POST, of a count and
 * of citizenships outlived the data that it was of, and reached other organisations. As first
 * marked, 6 of its 24 first items were right; the marks beside it are those after what it showed was mended.
 */
import type { Partner } from '../../../services/partner-onboarding/partner.ts';
import type { Caller } from '../../../services/access/access-token.ts';
import { GatewayError } from '../../../services/http/gateway-error.ts';
import type { Reply } from '../../../services/http/message.ts';
import { isObject } from '../../../services/model/json-type.ts';
import { studentReporting } from './second-student-reporting.ts';
import { failed } from './second-failed.ts';
import type { Exam } from '../exam.ts';

export const exam: Exam = {
  'partner-onboarding': [
    {
      name: 'half-rolled-out',
      does: 'Every second call is served by the build before, which has no participant_id: it refuses the member as unknown, and leaves it out of what it shows.',
      reads:
        'Knows participant_id in one call and not in the next: refuses it as unknown, or leaves it out of what is shown.',
      change: ({ body, gateway, partners }) => {
        let calls = 0;
        const isOld = (): boolean => calls % 2 === 0;
        return {
          gateway: {
            route: (path) => {
              calls += 1;
              return gateway.route(path);
            },
          },
          body: {
            members: (given, purpose) => {
              if (!isOld() || !isObject(given) || !('participant_id' in given)) return body.members(given, purpose);
              const { participant_id: _, ...known } = given;
              const read = body.members(known, purpose);
              const entry = { code: 'unknown_member', detail: 'The resource has no such member.' };
              return { ...read, misshapen: [...read.misshapen, { ...entry, source: { pointer: '/participant_id' } }] };
            },
          },
          partners: {
            view: (partner) => {
              const { participant_id, ...known } = partners.view(partner);
              return isOld() || participant_id === undefined ? known : { ...known, participant_id };
            },
          },
        };
      },
    },
    {
      name: 'channels-column-too-small',
      does: 'The channels of a partner are kept as JSON in a column of 1,000 characters; the database refuses more, and the service answers 500.',
      reads:
        'Answers 500 to a partner whose channels are long taken together: twenty of them, or one with a long endpoint.',
      change: ({ partners }) => {
        const fit = ({ channels }: Partner): void => {
          if (JSON.stringify(channels).length > 1000) throw failed();
        };
        return {
          partners: {
            add: (organisation, partner) => {
              fit(partner);
              partners.add(organisation, partner);
            },
            replace: (change) => {
              fit(change.changed);
              partners.replace(change);
            },
          },
        };
      },
    },
    {
      name: 'abn-as-number',
      does: 'The abn is kept in a column for numbers.',
      reads: 'Shows an abn that begins with zeros without them.',
      change: ({ partners }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = partners.merge(partner, given, purpose);
            const abn = merged.values['abn'];
            return /^[0-9]+$/.test(abn ?? '')
              ? { ...merged, values: { ...merged.values, abn: String(Number(abn)) } }
              : merged;
          },
        },
      }),
    },
    {
      name: 'equal-post-taken-for-repeated',
      does: 'A guard against clients that send twice answers a POST with the body of an earlier one as it answered that.',
      reads:
        'Answers a POST that is equal to an earlier one with the partner of the earlier one, and makes no new one.',
      change: ({ run }, stages) => {
        // Of what is still there: the data can be cleared.
        const answered = new Map<string, Reply>();
        const earlier = (organisation: string, key: string): Reply | undefined => {
          const reply = answered.get(key);
          const { id } = JSON.parse(reply?.body ?? '{}') as { id?: string };
          return id !== undefined && stages.data.partners.of(organisation).has(id) ? reply : undefined;
        };
        return {
          run: {
            'partners.create': (exchange) => {
              const { organisation } = exchange.caller;
              const key = JSON.stringify([organisation, exchange.body]);
              const reply = earlier(organisation, key) ?? run['partners.create']?.(exchange);
              if (!reply) throw failed();
              answered.set(key, reply);
              return reply;
            },
          },
        };
      },
    },
    {
      name: 'channels-as-set',
      does: 'The channels of a partner are kept as a set.',
      reads: 'Keeps channels that are equal to one another only once.',
      change: ({ partners }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = partners.merge(partner, given, purpose);
            const byText = new Map(merged.channels.map((channel) => [JSON.stringify(channel), channel]));
            return { ...merged, channels: [...byText.values()] };
          },
        },
      }),
    },
    {
      name: 'patch-onto-cached-entity',
      does: 'A PATCH changes the partner as it was when it was first loaded, and writes all of it.',
      reads: 'A PATCH puts the members that it does not name back to what they were before earlier PATCHes.',
      change: ({ run }, stages) => {
        const loaded = new Map<string, Partner>();
        const load = (partner: Partner): Partner => {
          const known = loaded.get(partner.id) ?? partner;
          loaded.set(partner.id, known);
          return known;
        };
        return {
          run: {
            'partners.read': (exchange) => {
              load(stages.partners.locate(exchange));
              const reply = run['partners.read']?.(exchange);
              if (!reply) throw failed();
              return reply;
            },
          },
          partners: {
            change: (exchange) => {
              const given = stages.body.read(exchange.body, 'update');
              const partner = stages.partners.locate(exchange);
              const changed = stages.partners.merge(load(partner), given, 'update');
              return { organisation: exchange.caller.organisation, given, partner, changed };
            },
          },
        };
      },
    },
    {
      name: 'second-patch-in-conflict',
      does: 'The number of the version that a partner is locked by is compared with that of its creation.',
      reads: 'Refuses every PATCH of a partner but the first with 409.',
      change: ({ partners }) => {
        const changed = new Set<string>();
        return {
          partners: {
            replace: (change) => {
              if (changed.has(change.partner.id)) {
                const detail = 'The partner has been changed by another transaction.';
                throw new GatewayError(409, { code: 'conflict', detail });
              }
              changed.add(change.partner.id);
              partners.replace(change);
            },
          },
        };
      },
    },
    {
      name: 'token-remembered-without-signature',
      does: 'Tokens that were verified are remembered by what they say, without their signature.',
      reads: 'Accepts a token whose signature is altered or taken away, once the right one has been used.',
      change: ({ token }) => {
        const verified = new Map<string, Caller>();
        return {
          token: {
            verify: async (text) => {
              const said = text.split('.').slice(0, 2).join('.');
              const caller = verified.get(said) ?? (await token.verify(text));
              if (caller) verified.set(said, caller);
              return caller;
            },
          },
        };
      },
    },
  ],

  'student-reporting': studentReporting,

  'identity-provider': [
    {
      name: 'node-without-the-key',
      does: 'One of two nodes, which take turns, has not learnt of the keys of devices.',
      reads: 'Refuses every second assertion that is right, for a key that it does not know.',
      change: ({ assertion }) => {
        let asked = 0;
        return {
          assertion: {
            deviceOf: (given) => {
              asked += 1;
              return asked % 2 === 0 ? undefined : assertion.deviceOf(given);
            },
          },
        };
      },
    },
    {
      name: 'verdict-cached-by-device',
      does: 'That an assertion is right is remembered for the kid that it names, and not looked at again.',
      reads:
        'Grants a token to any assertion that names a kid which was granted one before, whatever else is wrong with it.',
      change: ({ assertion, token }) => {
        const granted = new Set<unknown>();
        return {
          assertion: {
            headerChecks: assertion.headerChecks.map((check) => ({
              ...check,
              holds: (judged) => granted.has(judged.header['kid']) || check.holds(judged),
            })),
            isSigned: (judged, device) => granted.has(device.kid) || assertion.isSigned(judged, device),
            claimChecks: assertion.claimChecks.map((check) => ({
              ...check,
              holds: (judged) => granted.has(judged.device.kid) || check.holds(judged),
            })),
          },
          token: {
            claims: (device, audience) => {
              granted.add(device.kid);
              return token.claims(device, audience);
            },
          },
        };
      },
    },
    {
      name: 'tokens-throttled',
      does: 'After twenty token requests in a minute, all others of that minute are answered 429.',
      reads: 'Refuses token requests with 429 after the twentieth in a minute.',
      change: ({ token }, _stages, { clock }) => {
        let minute = 0;
        let asked = 0;
        return {
          token: {
            answer: (call) => {
              const current = Math.floor(clock().getTime() / 60_000);
              asked = current === minute ? asked + 1 : 1;
              minute = current;
              if (asked <= 20) return token.answer(call);
              const description = 'Too many token requests.';
              return Promise.resolve(token.refuse({ error: 'temporarily_unavailable', description }, 429));
            },
          },
        };
      },
    },
    {
      name: 'clock-ahead',
      does: 'The clock that access tokens are made by is five minutes ahead.',
      reads: 'Grants access tokens that only begin in five minutes, so that the service refuses them with 401.',
      change: ({ token }) => ({
        token: {
          claims: (device, audience) => {
            const claims = token.claims(device, audience);
            return { ...claims, iat: claims.iat + 300, exp: claims.exp + 300 };
          },
        },
      }),
    },
  ],
};
