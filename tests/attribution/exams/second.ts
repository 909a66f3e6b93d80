/**
 * An exam set by somebody who had read the services and their contracts, and neither how causes are found nor any former
 * exam. Three changes were mended after the first run, none of the sentences: what is remembered of an equal POST, of a count and
 * of citizenships outlived the data that it was of, and reached other organisations.
 */
import type { Values } from '../../../services/model/field.ts';
import type { Partner } from '../../../services/partner-onboarding/partner.ts';
import type { Caller } from '../../../services/access/access-token.ts';
import { GatewayError, notFound } from '../../../services/http/gateway-error.ts';
import type { Reply } from '../../../services/http/message.ts';
import { isObject } from '../../../services/model/json-type.ts';
import { findingsOf } from '../../../services/student-reporting/engine/examine.ts';
import { keyOf, type Dataset, type StoredRecord } from '../../../services/student-reporting/engine/store.ts';
import { around, type Exam } from '../exam.ts';

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

  'student-reporting': [
    {
      name: 'dates-without-summer-time',
      does: 'Dates are kept as midnight in Sydney and shown with the offset of the winter.',
      reads: 'Shows dates that fall in the summer time of Sydney a day early.',
      change: ({ results }) => ({
        results: {
          show: (field, record, kind) => {
            const value = results.show(field, record, kind);
            return field.kind === 'date' && typeof value === 'string' ? withoutSummerTime(value) : value;
          },
        },
      }),
    },
    {
      name: 'count-cached',
      does: 'How many records a list has is counted when the list is first asked for, and remembered.',
      reads: 'Tells the total of pages of a list as it was before records were added to it.',
      change: ({ paging, read }, stages) => {
        // By the data, which each organisation has of its own.
        const counted = new WeakMap<Dataset, Map<string, number>>();
        let counts = new Map<string, number>();
        let asked = '';
        return {
          read: {
            list: (kind, exchange) => {
              const dataset = stages.data.store.of(exchange.caller.organisation);
              counts = counted.get(dataset) ?? new Map<string, number>();
              counted.set(dataset, counts);
              asked = exchange.call.path;
              return read.list(kind, exchange);
            },
          },
          paging: {
            tell: (records, page, family) => {
              const count = counts.get(asked) ?? records;
              counts.set(asked, count);
              return paging.tell(count, page, family);
            },
          },
        };
      },
    },
    {
      name: 'batch-rolled-back',
      does: 'A POST of several items is one transaction: where one is refused, none is kept, and the answer still says of the others that they are.',
      reads: 'Says that items of a POST are stored that are not, where another item of it is refused.',
      change: ({ write }) => ({
        write: {
          items: (items, circumstances) => {
            const created = write.items(items, circumstances);
            const { dataset, kind } = circumstances;
            if (created.results.every(({ success }) => success === true)) return created;
            for (const uid of created.uids) {
              const record = dataset.table(kind.family.name).records.get(uid);
              if (record) dataset.remove(record, kind);
            }
            return created;
          },
        },
      }),
    },
    {
      name: 'deleted-keeps-its-code',
      does: 'Records are only marked as deleted, and the unique index still holds them.',
      reads: 'Refuses a code as already reported though the record that had it is deleted.',
      change: ({ judgement, keep }) => {
        const gone = new WeakMap<Dataset, Set<string>>();
        return {
          keep: {
            remove: (located, kind) => {
              const keys = gone.get(located.dataset) ?? new Set();
              gone.set(located.dataset, keys);
              for (const unique of kind.family.unique ?? [])
                if (unique.fields.length > 0) keys.add(keyOf(unique, located.record));
              keep.remove(located, kind);
            },
          },
          judgement: {
            isTaken: (unique, values, circumstances) => {
              const key = keyOf(unique, { parent: circumstances.parent?.uid ?? 0, values });
              const isNew = circumstances.existing === undefined;
              return (
                judgement.isTaken(unique, values, circumstances) ||
                (isNew && gone.get(circumstances.dataset)?.has(key) === true)
              );
            },
          },
        };
      },
    },
    {
      name: 'amounts-in-single-precision',
      does: 'Amounts are kept in columns of single precision.',
      reads: 'Shows amounts with the rounding of single precision: 0.13 as 0.12999999523162842.',
      change: ({ results, balance }) => ({
        results: {
          show: (field, record, kind) => {
            const value = results.show(field, record, kind);
            return field.kind === 'money' && typeof value === 'number' ? Math.fround(value) : value;
          },
        },
        balance: { amount: (cents) => Math.fround(balance.amount(cents)) },
      }),
    },
    {
      name: 'citizenships-cached-without-student',
      does: 'The list of citizenships is cached until one is written, under a key without the student.',
      reads: 'Lists the citizenships of another student, whose list was asked for before.',
      change: ({ read, keep }, stages) => {
        let cached = new WeakMap<Dataset, Reply>();
        const forget = (family: string): void => {
          if (family === 'student-citizenships') cached = new WeakMap();
        };
        return {
          read: {
            list: (kind, exchange) => {
              const reply = read.list(kind, exchange);
              if (kind.family.name !== 'student-citizenships') return reply;
              const dataset = stages.data.store.of(exchange.caller.organisation);
              const shown = cached.get(dataset) ?? reply;
              cached.set(dataset, shown);
              return shown;
            },
          },
          keep: {
            add: (record, kind, circumstances) => {
              forget(kind.family.name);
              keep.add(record, kind, circumstances);
            },
            replace: (existing, examined, circumstances) => {
              forget(examined.kind.family.name);
              keep.replace(existing, examined, circumstances);
            },
            remove: (located, kind) => {
              forget(kind.family.name);
              keep.remove(located, kind);
            },
          },
        };
      },
    },
    {
      name: 'shard-down',
      does: 'The replica that reads of every fourth uid go to is down.',
      reads:
        'Answers 500 to the read of some records and not of others, of whatever family: those whose uid is divisible by four.',
      change: ({ read }, stages) => ({
        read: {
          one: (kind, exchange) => {
            const { record } = stages.locate.record(kind, exchange);
            if (record.uid % 4 === 0) throw failed();
            return read.one(kind, exchange);
          },
        },
      }),
    },
    {
      name: 'list-from-stale-index',
      does: 'Lists come from a search index that learns of new and deleted records, and not of changed ones.',
      reads: 'Lists a record as it was before a PATCH, while its own read shows the change.',
      change: ({ read, keep }) => {
        const indexed = new Map<number, StoredRecord>();
        return {
          keep: {
            add: (record, kind, circumstances) => {
              indexed.set(record.uid, record);
              keep.add(record, kind, circumstances);
            },
          },
          read: {
            record: (uid, table, kind) => (table.records.has(uid) ? indexed.get(uid) : read.record(uid, table, kind)),
          },
        };
      },
    },
    {
      name: 'long-batch-timed-out',
      does: 'The gateway gives up on a POST of more than fifty items.',
      reads: 'Answers 504 to a POST of more than fifty items.',
      change: ({ write }) => ({
        write: {
          items: (items, circumstances) => {
            if (items.length > 50) {
              const detail = 'The service did not answer in time.';
              throw new GatewayError(504, { code: 'gateway_timeout', detail });
            }
            return write.items(items, circumstances);
          },
        },
      }),
    },
    {
      name: 'balance-counts-deleted-loans',
      does: 'The HELP balance is a sum that grows with each loan and does not shrink when one is deleted.',
      reads: 'Still counts a loan in the HELP balance after it was deleted.',
      change: ({ balance, keep }) => {
        const deleted = new Map<string, number>();
        return {
          keep: {
            remove: (located, kind) => {
              const { students_uid: student, help_loan_amount: amount } = located.record.values;
              if (kind.family.name === 'loans' && typeof student === 'number' && typeof amount === 'number')
                deleted.set(String(student), (deleted.get(String(student)) ?? 0) + Math.round(amount * 100));
              keep.remove(located, kind);
            },
          },
          balance: {
            read: (exchange) => {
              const reply = balance.read(exchange);
              const more = deleted.get(exchange.parameters[0] ?? '') ?? 0;
              const body = JSON.parse(reply.body ?? '{}') as { result?: { help_balance?: Record<string, unknown> } };
              const shown = body.result?.help_balance;
              const amount = shown?.['help_balance_amount'];
              if (shown && typeof amount === 'number')
                shown['help_balance_amount'] = (Math.round(amount * 100) + more) / 100;
              return { ...reply, body: JSON.stringify(body) };
            },
          },
        };
      },
    },
    {
      name: 'unchanged-row-not-found',
      does: 'A PATCH asks the database how many rows it changed, and takes none for a record that is not there.',
      reads: 'Answers 404 to a PATCH that leaves the record as it is.',
      change: ({ write }, stages) => ({
        write: {
          change: (item, existing, circumstances) => {
            const examined = stages.judgement.examine(item, circumstances);
            if (findingsOf(examined).length === 0 && sorted(examined.values) === sorted(existing.values))
              throw notFound();
            return write.change(item, existing, circumstances);
          },
        },
      }),
    },
    {
      name: 'digits-as-numbers',
      does: 'The serialiser writes every text that is made of digits as a number.',
      reads: 'Sends codes and other texts that are made of digits as numbers.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        if (reply.body === undefined || reply.headers['content-type'] !== 'application/json') return reply;
        const numeric = (_name: string, value: unknown): unknown =>
          typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value;
        return { ...reply, body: JSON.stringify(JSON.parse(reply.body, numeric)) };
      }),
    },
  ],

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

function failed(): GatewayError {
  return new GatewayError(500, { code: 'internal_error', detail: 'The service could not handle the request.' });
}

const hourInSydney = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Sydney',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** The day before, for a date whose midnight is an hour earlier than that of the winter. */
function withoutSummerTime(date: string): string {
  const midnight = new Date(`${date}T00:00:00+10:00`);
  if (Number.isNaN(midnight.getTime()) || hourInSydney.format(midnight) === '00') return date;
  return new Date(Date.parse(`${date}T00:00:00Z`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

function sorted(values: Values): string {
  return JSON.stringify(Object.entries(values).toSorted(([a], [b]) => a.localeCompare(b)));
}
