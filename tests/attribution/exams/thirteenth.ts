/**
 * The thirteenth exam: faults drawn from bug reports of services. These ten searches were fixed before any was made; of the answers of
 * each, the first two are asked that one cause, seen from outside, can bring about here, and that no exam before has asked in the same way.
 *
 * 1. REST API JSON response wrong type serialization bug, field returned as string
 * 2. server-side validation rejects valid input, regex too strict, API returns 400
 * 3. update endpoint cannot clear field, setting null is ignored
 * 4. pagination returns duplicate or missing items between pages API
 * 5. query parameter filter ignored, list endpoint returns all records
 * 6. API returns 500 internal server error on malformed request instead of client error
 * 7. deleted resource still returned by API after delete, or delete removes too much
 * 8. concurrent requests to backend API race condition data of another request
 * 9. API response cache headers wrong, cached response served to other client
 * 10. access token issued by token endpoint wrong expiry or claims, authentication bug
 */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { asking, json, type Call } from '../../../services/http/message.ts';
import { isObject } from '../../../services/model/json-type.ts';
import { sizeHeader } from '../../../services/student-reporting/engine/pagination.ts';
import { keyOf } from '../../../services/student-reporting/engine/store.ts';
import type { Exam } from '../exam.ts';

/** How long what meets is under way, in milliseconds. */
const underWay = 5;

/** The value with its numbers and booleans written as texts, however deep. */
function asTexts(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(asTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asTexts(member)]));
}

export const exam: Exam = {
  'partner-onboarding': [
    // 1: servicecatalog/development 154.
    {
      name: 'converted-to-text',
      does: 'The reader of JSON makes a text of a number or a boolean where a text is due.',
      reads:
        'Accepts numbers and booleans for members that are texts, and stores them as texts (true as "true"), instead of refusing them with 400.',
      change: ({ body: { members } }) => ({
        body: { members: (sent, purpose) => members(asTexts(sent), purpose) },
      }),
    },
    // 2: shared-notes 4.
    {
      name: 'forms-unchecked',
      does: 'The regular expressions of the members are held against them in the form of the web site alone, and not by the service.',
      reads:
        'Accepts any text for abn, participant_id, contact_email and the endpoint of a channel: their patterns and formats are not checked.',
      change: ({ body: { judge } }) => ({
        body: {
          judge: (place, given) =>
            judge(place, given).filter(({ code: refused }) => refused !== 'pattern' && refused !== 'format'),
        },
      }),
    },
    // 3: sheaf 277.
    {
      name: 'list-never-emptied',
      does: 'An empty list in a PATCH is skipped, as what has nothing in it.',
      reads: 'A PATCH with an empty list of channels leaves the channels as they were, instead of removing them.',
      change: ({ body: { members } }) => ({
        body: {
          members: (sent, purpose) => {
            const channels = isObject(sent) ? sent['channels'] : undefined;
            if (!isObject(sent) || purpose !== 'update' || !Array.isArray(channels) || channels.length > 0)
              return members(sent, purpose);
            const { channels: _empty, ...others } = sent;
            return members(others, purpose);
          },
        },
      }),
    },
    // 6: gitb 233.
    {
      name: 'malformed-as-500',
      does: 'What the parser of JSON throws is answered as an unexpected error, with its own words.',
      reads:
        'Answers 500 to a body that is not well-formed JSON, with the message of the parser in a body of its own, instead of 400 and errors.',
      change: ({ gateway: { parse } }) => ({
        gateway: {
          parse: (text) => {
            try {
              return parse(text);
            } catch {
              const error = new GatewayError(500, { code: 'internal_error', detail: 'Unexpected error' });
              const body = {
                error_code: 'Unexpected error',
                error_description: 'Invalid Json: Unexpected character: was expecting comma to separate Array entries',
                error_id: '',
              };
              throw Object.assign(error, { reply: () => json(500, body) });
            }
          },
        },
      }),
    },
    // 7: ckan 4391.
    {
      name: 'delete-finds-nothing',
      does: 'DELETE looks for the partner in another place than the one where it is.',
      reads: 'Answers DELETE of the channels of a partner that exists with 404, and leaves the channels.',
      change: () => ({
        run: {
          'channels.delete': () => {
            throw new GatewayError(404, { code: 'not_found', detail: 'There is no such resource.' });
          },
        },
      }),
    },
    // 8: gekko 1324.
    {
      name: 'less-when-read-at-once',
      does: 'Reads of the same partner that come at once share what is read: only the first gets all of it.',
      reads: 'Of several GETs of one partner at once only the first shows its channels; the others show none.',
      change: ({ delivery: { answer } }, _stages, { sleep }) => {
        const reading = new Map<string, number>();
        return {
          delivery: {
            answer: async (call) => {
              if (call.method !== 'GET' || !call.path.startsWith('/partners/')) return answer(call);
              const others = reading.get(call.path) ?? 0;
              reading.set(call.path, others + 1);
              await sleep(underWay);
              const reply = await answer(call);
              reading.set(call.path, (reading.get(call.path) ?? 1) - 1);
              const partner: unknown = reply.status === 200 ? JSON.parse(reply.body ?? '{}') : undefined;
              return others > 0 && isObject(partner)
                ? { ...reply, body: JSON.stringify({ ...partner, channels: [] }) }
                : reply;
            },
          },
        };
      },
    },
    // 9: apicache 164.
    {
      name: 'negative-age',
      does: 'Cache-Control of what is read is computed from the time that is left, and comes out one second too small.',
      reads:
        'Answers to GET are sent with Cache-Control: max-age=-1, which is no number of seconds, instead of no-store.',
      change: ({ gateway: { answer } }) => ({
        gateway: {
          answer: (call, place, reply) => {
            const answered = answer(call, place, reply);
            if (place.method !== 'GET') return answered;
            return { ...answered, headers: { ...answered.headers, 'cache-control': 'max-age=-1' } };
          },
        },
      }),
    },
    // 10: oxAuth 1071.
    {
      name: 'expired-as-400',
      does: 'An access token that has expired is handled as a faulty parameter.',
      reads: 'Answers a call with an expired access token with 400 instead of 401.',
      change: ({ token: { isUnexpired } }) => ({
        token: {
          isUnexpired: (claims, now) => {
            if (isUnexpired(claims, now) || typeof claims.exp !== 'number') return isUnexpired(claims, now);
            throw new GatewayError(400, { code: 'invalid_request', detail: 'The access token has expired.' });
          },
        },
      }),
    },
  ],
  'student-reporting': [
    // 1: openbmc 554.
    {
      name: 'booleans-as-texts',
      does: 'Booleans are written as texts.',
      reads: 'Reads show indicators as the texts "True" and "False" instead of true and false.',
      change: ({ results: { show } }) => ({
        results: {
          show: (field, record, kind) => {
            const value = show(field, record, kind);
            return typeof value === 'boolean' ? (value ? 'True' : 'False') : value;
          },
        },
      }),
    },
    // 2: dol-whd-14c 731.
    {
      name: 'zero-refused',
      spec: '3.0.8',
      does: 'That an amount is not negative is asked as > 0, not as >= 0.',
      reads: 'Refuses amounts of 0 as negative.',
      change: ({ judgement: { field } }) => ({
        judgement: {
          field: (bound, given, circumstances) => {
            const least = bound.checks.find(({ name }) => name === 'negative');
            const reasons = field(bound, given, circumstances);
            return given.given === 0 && least !== undefined ? [...reasons, least] : reasons;
          },
        },
      }),
    },
    // 3: kainotomo 351.
    {
      name: 'reference-not-cleared',
      does: 'An update takes null for a reference as not given.',
      reads:
        'A PATCH with null for campuses_uid leaves the campus of a unit enrolment as it was, instead of clearing it.',
      change: ({ judgement: { merge } }) => ({
        judgement: {
          merge: (item, circumstances) => {
            const { kind, existing } = circumstances;
            const given = [...item.given].filter(
              ([name, value]) => value !== null || kind.writable.get(name)?.field.kind !== 'reference',
            );
            return merge(existing === undefined ? item : { ...item, given: new Map(given) }, circumstances);
          },
        },
      }),
    },
    // 4: linnovate/root 178.
    {
      name: 'one-missing-per-page',
      does: 'A page ends one record before the next one begins.',
      reads: 'Full pages have one record less than their size: the last one of each is missing, and is on no page.',
      change: ({ paging: { cut } }) => ({
        paging: {
          cut: (list, asked, family) =>
            asked.isEnabled
              ? list.slice((asked.page - 1) * asked.size, asked.page * asked.size - 1)
              : cut(list, asked, family),
        },
      }),
    },
    // 4: standardnotes/forum 298.
    {
      name: 'last-one-again',
      spec: '2.1.06',
      does: 'A page begins at the last record of the page before, not after it.',
      reads: 'Each page begins with the last record of the page before, which so comes twice.',
      change: ({ paging: { cut } }) => ({
        paging: {
          cut: (list, asked, family) => {
            if (!asked.isEnabled) return cut(list, asked, family);
            const start = (asked.page - 1) * (asked.size - 1);
            return list.slice(start, start + asked.size);
          },
        },
      }),
    },
    // 5: OpenMetadata 30900.
    {
      name: 'loans-of-everybody',
      does: 'The list of loans never reads for which student it is asked.',
      reads: 'The list of the loans of a student shows the loans of all students.',
      change: ({ read: { listed } }, { data }) => ({
        read: {
          listed: (kind, exchange) => {
            const own = listed(kind, exchange);
            const { name } = kind.family;
            return name === 'loans' ? data.store.of(exchange.caller.organisation).table(name).all : own;
          },
        },
      }),
    },
    // 5: uipath-python 1877.
    {
      name: 'size-zero-unset',
      does: 'A page size of 0 is taken for none.',
      reads: 'Takes a page size of 0 as not given, instead of refusing it with 400.',
      change: ({ paging: { ask } }) => ({
        paging: {
          ask: (call, family) => {
            const header = (name: string): string | undefined => {
              const value = call.header(name);
              return name === sizeHeader && Number(value) === 0 ? undefined : value;
            };
            return ask(asking(call, { header }), family);
          },
        },
      }),
    },
    // 6: camcops 323.
    {
      name: 'form-breaks-it',
      does: 'A body that is not declared as JSON goes to a handler that cannot do anything with it.',
      reads: 'Answers 500 to a body of another media type than application/json (such as a form) instead of 415.',
      change: ({ gateway: { declared } }) => ({
        gateway: {
          declared: (call) => {
            try {
              declared(call);
            } catch (error) {
              const source = error instanceof GatewayError ? error.entries[0].source : undefined;
              if (!source || !('header' in source) || source.header !== 'content-type') throw error;
              throw new GatewayError(500, {
                code: 'internal_error',
                detail: 'The service could not handle the request.',
              });
            }
          },
        },
      }),
    },
    // 7: fhirbase-plv8 143.
    {
      name: 'gone-when-deleted-again',
      does: 'DELETE of what was deleted before is answered 410.',
      reads: 'Answers a second DELETE of a record with 410 instead of 404.',
      change: ({ write: { remove } }) => {
        const gone = new Set<string>();
        return {
          write: {
            remove: (kind, exchange) => {
              const { path } = exchange.call;
              try {
                const reply = remove(kind, exchange);
                const answered: unknown = JSON.parse(reply.body ?? '{}');
                if (isObject(answered) && answered['success'] === true) gone.add(path);
                return reply;
              } catch (error) {
                if (!(error instanceof GatewayError && error.status === 404 && gone.has(path))) throw error;
                throw new GatewayError(410, { code: 'gone', detail: 'The resource was deleted.' });
              }
            },
          },
        };
      },
    },
    // 8: College_Media 355.
    {
      name: 'twice-at-once',
      does: 'Whether a key is taken is looked up when a POST comes, and its record is written later, without a lock.',
      reads:
        'Of two POSTs of the same record at once both are accepted, so that two records have one key (such as student_identification_code).',
      change: ({ delivery: { answer }, write: { create }, keep: { add }, judgement: { isTaken } }, _stages, tools) => {
        const lastAtArrival = new WeakMap<Call, number>();
        let last = 0;
        let seen = Number.POSITIVE_INFINITY;
        let own = new Set<number>();
        return {
          delivery: {
            answer: async (call) => {
              if (call.method !== 'POST') return answer(call);
              lastAtArrival.set(call, last);
              await tools.sleep(underWay);
              return answer(call);
            },
          },
          write: {
            create: (kind, exchange) => {
              seen = lastAtArrival.get(exchange.call) ?? Number.POSITIVE_INFINITY;
              own = new Set();
              try {
                return create(kind, exchange);
              } finally {
                seen = Number.POSITIVE_INFINITY;
              }
            },
          },
          keep: {
            add: (record, kind, circumstances) => {
              last = record.uid;
              own.add(record.uid);
              add(record, kind, circumstances);
            },
          },
          judgement: {
            isTaken: (unique, values, circumstances) => {
              if (!isTaken(unique, values, circumstances)) return false;
              const { kind, dataset, parent, before } = circumstances;
              if (before) return true;
              const key = keyOf(unique, { parent: parent?.uid ?? 0, values });
              const holder = dataset.table(kind.family.name).holder(key) ?? 0;
              return holder <= seen || own.has(holder);
            },
          },
        };
      },
    },
  ],
  'identity-provider': [
    // 9: vinz-clortho 73.
    {
      name: 'token-cacheable',
      does: 'No answer has headers against caching.',
      reads: 'Sends tokens without Cache-Control: no-store.',
      change: ({ token: { grant, refuse } }) => ({
        token: {
          grant: (body) => json(grant(body).status, body),
          refuse: (refusal, status) => {
            const reply = refuse(refusal, status);
            const { 'cache-control': _none, ...headers } = reply.headers;
            return { ...reply, headers };
          },
        },
      }),
    },
    // 10: Synapse-Repository-Services 4185.
    {
      name: 'lifetime-untold',
      does: 'The response of a granted token does not say how long it lives.',
      reads: 'The response to a token request has no expires_in.',
      change: ({ token: { describe } }) => ({
        token: {
          describe: (token) => {
            const { expires_in: _untold, ...others } = describe(token);
            return others;
          },
        },
      }),
    },
  ],
};
