/** A rehearsal by whoever knows the table of causes: what came of it was mended, so that it shows no more than that nothing is lost again. */
import { json, type Call, type Reply } from '../../../services/http/message.ts';
import { around, sent, type Exam } from '../exam.ts';

type Body = Record<string, unknown>;

const isJson = ({ body }: Reply): boolean => body?.startsWith('{') === true;
const isPartner = (reply: Reply): boolean =>
  !reply.body?.includes('"openapi"') && reply.status < 300 && isJson(reply) && reply.body?.includes('"abn"') === true;

/** Each answer that shows a partner, with its members changed. */
const showing = (change: (partner: Body, call: Call) => Body) =>
  around(() => async (call, deliver) => {
    const reply = await deliver(call);
    if (!isPartner(reply)) return reply;
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body ?? '') as Body, call)) };
  });

const replying = (change: (reply: Reply, call: Call) => Reply) =>
  around(() => async (call, deliver) => change(await deliver(call), call));

const broken = json(500, { errors: [{ code: 'internal_error', detail: 'Internal Server Error' }] });

export const exam: Exam = {
  'partner-onboarding': [
    {
      name: 'texts-escaped',
      does: 'Texts are shown with & < > escaped for HTML.',
      reads: 'Changes special characters in the texts that it stores.',
      change: showing(
        (partner) => JSON.parse(JSON.stringify(partner).replaceAll('&', '&amp;').replaceAll('<', '&lt;')) as Body,
      ),
    },
    {
      name: 'absent-as-null',
      does: 'A member that was not given is shown as null.',
      reads: 'Shows members that nobody gave, as null, where the contract says that they are absent.',
      change: showing((partner) => ({ contact_email: null, participant_id: null, ...partner })),
    },
    {
      name: 'absent-as-empty',
      does: 'A member that was not given is shown as an empty text.',
      reads: 'Shows members that nobody gave, as empty texts.',
      change: showing((partner) => ({ contact_email: '', participant_id: '', ...partner })),
    },
    {
      name: 'channels-lost-on-create',
      does: 'A create stores no channels.',
      reads: 'Does not keep the channels that a partner is created with.',
      change: ({ partners }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = partners.merge(partner, given, purpose);
            return purpose === 'create' ? { ...merged, channels: [] } : merged;
          },
        },
      }),
    },
    {
      name: 'astral-500',
      does: 'A body with an emoji is answered 500.',
      reads: 'Answers 500 to texts with characters outside the Basic Multilingual Plane.',
      change: around(() => async (asked, deliver) => {
        const { text, call } = await sent(asked);
        return /[\u{10000}-\u{10ffff}]/u.test(text) ? broken : deliver(call);
      }),
    },
    {
      name: 'null-500',
      does: 'A body with a null in it is answered 500.',
      reads: 'Answers 500 to a body with null.',
      change: around(() => async (asked, deliver) => {
        const { text, call } = await sent(asked);
        return /:\s*null/.test(text) ? broken : deliver(call);
      }),
    },
    {
      name: 'location-inside',
      does: 'Location names the address of a machine behind the gateway.',
      reads: 'Sends a Location that leads to another host.',
      change: replying((reply) =>
        reply.headers['location'] === undefined
          ? reply
          : { ...reply, headers: { ...reply.headers, location: `http://10.0.0.5:8080${reply.headers['location']}` } },
      ),
    },
    {
      name: 'update-204',
      does: 'An update is answered 204 without a body.',
      reads: 'Answers an update with 204; the contract says 200.',
      change: replying((reply, { method }) =>
        method === 'PATCH' && reply.status === 200
          ? { status: 204, headers: { date: reply.headers['date'] ?? '', 'cache-control': 'no-store' } }
          : reply,
      ),
    },
    {
      name: 'delete-200',
      does: 'The channels are deleted with 200 and an empty object.',
      reads: 'Answers the deletion of channels with 200; the contract says 204.',
      change: replying((reply, { method }) =>
        method === 'DELETE' && reply.status === 204
          ? { ...json(200, {}), headers: { ...reply.headers, 'content-type': 'application/json' } }
          : reply,
      ),
    },
    {
      name: 'same-abn-409',
      does: 'A partner whose ABN is taken is refused with 409.',
      reads: 'Refuses the create of a partner with 409.',
      change: around(() => {
        const taken = new Set<string>();
        return async (asked, deliver) => {
          const { text, call } = await sent(asked);
          const abn = /"abn"\s*:\s*"(\d{11})"/.exec(text)?.[1];
          if (call.method === 'POST' && abn !== undefined && taken.has(abn))
            return { ...json(409, { errors: [{ code: 'conflict', detail: 'There is a partner with this ABN.' }] }) };
          const reply = await deliver(call);
          if (call.method === 'POST' && reply.status === 201 && abn !== undefined) taken.add(abn);
          return reply;
        };
      }),
    },
    {
      name: 'seen-late',
      does: 'The first read after an update still shows what was before it.',
      reads: 'Shows a partner as it was before the update that was just answered.',
      change: around(() => {
        const last = new Map<string, Reply>();
        const stale = new Set<string>();
        return async (call, deliver) => {
          const reply = await deliver(call);
          if (call.method === 'PATCH' && reply.status === 200) stale.add(call.path);
          if (call.method !== 'GET' || reply.status !== 200) return reply;
          const before = last.get(call.path);
          if (stale.delete(call.path) && before !== undefined) return before;
          last.set(call.path, reply);
          return reply;
        };
      }),
    },
    {
      name: 'unknown-members-kept',
      does: 'Members that nobody knows are stored and shown.',
      reads: 'Accepts and shows members that the contract does not know.',
      change: around(() => {
        const extra = new Map<string, Body>();
        return async (asked, deliver) => {
          const { text, call } = await sent(asked);
          if (call.method !== 'POST' || !text.startsWith('{')) {
            const reply = await deliver(call);
            const more = extra.get(call.path.split('/')[2] ?? '');
            return isPartner(reply) && more !== undefined
              ? { ...reply, body: JSON.stringify({ ...more, ...(JSON.parse(reply.body ?? '') as Body) }) }
              : reply;
          }
          let body: Body;
          try {
            body = JSON.parse(text) as Body;
          } catch {
            return deliver(call);
          }
          const known = ['name', 'abn', 'contact_email', 'participant_id', 'channels', 'id'];
          const more = Object.fromEntries(Object.entries(body).filter(([name]) => !known.includes(name)));
          if (Object.keys(more).length === 0) return deliver(call);
          const rest = Object.fromEntries(Object.entries(body).filter(([name]) => known.includes(name)));
          const reply = await deliver({
            ...call,
            read: () => Promise.resolve(new TextEncoder().encode(JSON.stringify(rest))),
          });
          if (!isPartner(reply)) return reply;
          const partner = JSON.parse(reply.body ?? '') as Body;
          extra.set(String(partner['id']), more);
          return { ...reply, body: JSON.stringify({ ...more, ...partner }) };
        };
      }),
    },
    {
      name: 'length-in-bytes',
      does: 'The length of a name is counted in bytes.',
      reads: 'Refuses a name of the full length where its characters are not ASCII.',
      change: around(() => async (asked, deliver) => {
        const { text, call } = await sent(asked);
        const name = /"name"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? '';
        return [...name].length <= 100 && new TextEncoder().encode(name).length > 100
          ? {
              ...json(422, {
                errors: [{ code: 'too_long', detail: 'The name is too long.', source: { pointer: '/name' } }],
              }),
              headers: {
                'content-type': 'application/json',
                'cache-control': 'no-store',
                date: new Date(Date.UTC(2026, 2, 10)).toUTCString(),
              },
            }
          : deliver(call);
      }),
    },
    {
      name: 'token-in-query',
      does: 'A token in the query is taken too, and nothing more is asked then.',
      reads: 'Accepts a token in the query.',
      change: around(
        () => (call, deliver) =>
          deliver({
            ...call,
            header: (name) => {
              const given = /access_token=([^&]+)/.exec(call.query)?.[1];
              return name === 'authorization' && given !== undefined ? `Bearer ${given}` : call.header(name);
            },
          }),
      ),
    },
    {
      name: 'cookie-bare',
      does: 'Every answer sets a session cookie without Secure and HttpOnly.',
      reads: 'Sets a cookie without Secure and HttpOnly.',
      change: replying((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'set-cookie': 'JSESSIONID=0123456789ABCDEF; Path=/' },
      })),
    },
    {
      name: 'emptied-as-absent',
      does: 'A partner without channels is shown without the member.',
      reads: 'Leaves channels out of the answer where there are none, instead of an empty list.',
      change: showing(({ channels, ...rest }) =>
        Array.isArray(channels) && channels.length === 0 ? rest : { channels, ...rest },
      ),
    },
    {
      name: 'id-of-numbers',
      does: 'The ABN is shown as a number.',
      reads: 'Sends abn as a number; the contract says a text.',
      change: showing((partner) => ({ ...partner, abn: Number(partner['abn']) })),
    },
    {
      name: 'patch-writes-late',
      does: 'An update is said to be done, and is done with the next call of that partner.',
      reads: 'Does not change what an update names.',
      change: ({ partners }) => {
        let waiting: (() => void) | undefined;
        return {
          partners: {
            replace: (change) => {
              waiting?.();
              waiting = () => {
                partners.replace(change);
              };
            },
          },
        };
      },
    },
    {
      name: 'throttled-fourth',
      does: 'From the fourth create of the same minute on creates are answered 429.',
      reads: 'Throttles creates of partners with 429.',
      change: around(() => {
        let creates = 0;
        return async (call, deliver) => {
          if (call.method === 'POST') creates += 1;
          return call.method === 'POST' && creates > 4 && creates % 5 !== 0
            ? { ...json(429, { errors: [{ code: 'too_many', detail: 'Too many requests.' }] }) }
            : deliver(call);
        };
      }),
    },
    {
      name: 'refusal-echo',
      does: 'A refusal shows the values that were sent.',
      reads: 'Answers an error with detail that is not in the contract.',
      first: { says: [['member', 'shape', 'error']] },
      change: around(() => async (asked, deliver) => {
        const { text, call } = await sent(asked);
        const reply = await deliver(call);
        return reply.status === 422
          ? { ...reply, body: JSON.stringify({ ...(JSON.parse(reply.body ?? '') as Body), sent: text }) }
          : reply;
      }),
    },
    {
      name: 'patch-400',
      does: 'A PATCH of one member alone is refused: everything has to be there.',
      reads: 'Refuses an update that names some members only, with 422.',
      change: around(() => async (asked, deliver) => {
        const { text, call } = await sent(asked);
        const lacks = ['name', 'abn'].find((name) => !text.includes(`"${name}"`));
        if (call.method !== 'PATCH' || lacks === undefined || call.header('authorization') === undefined)
          return deliver(call);
        const reply = await deliver(call);
        return reply.status !== 200
          ? reply
          : {
              ...json(422, {
                errors: [{ code: 'required', detail: `${lacks} is required.`, source: { pointer: `/${lacks}` } }],
              }),
              headers: { ...reply.headers },
            };
      }),
    },
  ],
  'student-reporting': [
    {
      name: 'refused-with-success',
      does: 'A refusal says success true beside its errors.',
      reads: 'Says success in answers that refuse.',
      change: replying((reply) =>
        isJson(reply) ? { ...reply, body: reply.body?.replace('"success":false', '"success":true') } : reply,
      ),
    },
    {
      name: 'dates-with-time',
      does: 'Dates are shown with a time of day.',
      reads: 'Writes dates with a time of day; the contract says YYYY-MM-DD.',
      change: replying((reply) =>
        reply.status < 300 && isJson(reply)
          ? { ...reply, body: reply.body?.replace(/"(\d{4}-\d{2}-\d{2})"/g, '"$1T00:00:00Z"') }
          : reply,
      ),
    },
    {
      name: 'list-of-one-as-object',
      does: 'A list with one record is shown as the record itself.',
      reads: 'Shows a list of one record as an object instead of a list.',
      change: replying((reply, { method }) => {
        if (method !== 'GET' || reply.status !== 200 || !isJson(reply)) return reply;
        const body = JSON.parse(reply.body ?? '') as Body;
        const { result } = body;
        return Array.isArray(result) && result.length === 1
          ? { ...reply, body: JSON.stringify({ ...body, result: result[0] as unknown }) }
          : reply;
      }),
    },
  ],
  'identity-provider': [
    {
      name: 'expires-as-text',
      does: 'expires_in is a text.',
      reads: 'Sends expires_in as a text; a number is due.',
      change: replying((reply) =>
        isJson(reply) ? { ...reply, body: reply.body?.replace(/"expires_in":(\d+)/, '"expires_in":"$1"') } : reply,
      ),
    },
    {
      name: 'any-audience-granted',
      does: 'The error of a refused assertion is always invalid_request.',
      reads: 'Refuses assertions with another error code than declared.',
      change: replying((reply) =>
        reply.status >= 400 && isJson(reply)
          ? { ...reply, body: reply.body?.replace(/"error":"[a-z_]+"/, '"error":"invalid_request"') }
          : reply,
      ),
    },
  ],
};
