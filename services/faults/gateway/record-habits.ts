import { createHash } from 'node:crypto';
import { asking, type Call, type Reply } from '../../http/message.ts';
import { each, isServed, kept, leaving, withText, type Change, type Habit } from './habit.ts';

// What a service does with records, whichever they are.

/** The path of a record of the service: what stands last names it. */
const isOfRecord = ({ path }: Call): boolean => /\/[^/]*\d[^/]*$/.test(path) && !path.startsWith('/openapi');
const collectionOf = ({ path }: Call): string => path.slice(0, path.lastIndexOf('/'));

/** The first free text of a record in another wording; of one without any, the first value that names nothing. */
function reworded(reply: Reply): Reply {
  return withText(reply, (text) => {
    const body: unknown = JSON.parse(text);
    const changed = changedAt(body, FREE);
    return JSON.stringify(changed.isDone ? changed.body : changedAt(body, PLAIN).body);
  });
}

const FREE = /name|description|suburb|title/;
const PLAIN = /_(?:code|date|amount|type|hours|load)$|^(?:amount|loan)_|^eftsl$/;

function changedAt(body: unknown, names: RegExp): { readonly body: unknown; readonly isDone: boolean } {
  let isDone = false;
  const changed = each(body, (value, name) => {
    if (isDone || !['string', 'number'].includes(typeof value) || !names.test(name)) return value;
    isDone = true;
    return typeof value === 'number' ? value + 1 : `${String(value).slice(0, -1)}~`;
  });
  return { body: changed, isDone };
}

const otherNumber = (text: string): string =>
  text.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)).replace(/^0/, '1');

const isList = (body: unknown): boolean =>
  Array.isArray(body) || (typeof body === 'object' && body !== null && 'result' in body && Array.isArray(body.result));

/** The only record of its kind below another, whose path ends without a number. */
function showsOnlyOne({ method, path }: Call, { body }: Reply): boolean {
  if (method !== 'GET' || body === undefined || !/\d[^/]*\/[^/\d]+$/.test(path)) return false;
  return body.startsWith('{') && !isList(JSON.parse(body));
}

/** With the identifier of another record: of the one that the path names, or of the only one of its kind below that. */
function ofAnother(reply: Reply, call: Call): Reply {
  if (!isServed(reply)) return reply;
  const [parent = '', asked = ''] = call.path.split('/').slice(-2);
  if (isOfRecord(call)) return withText(reply, (text) => text.replaceAll(asked, otherNumber(asked)));
  if (!/\d/.test(parent)) return reply;
  return withText(reply, (text) => {
    const body: unknown = JSON.parse(text);
    if (isList(body)) return text;
    return JSON.stringify(
      each(body, (value, name) => {
        if (!name.endsWith('_uid') || parent === String(value)) return value;
        return typeof value === 'number' ? Number(otherNumber(String(value))) : otherNumber(String(value));
      }),
    );
  });
}

/** Reads of records are kept by their path, until the record is written, and shown instead of a 401 or 404. */
const keptReads: Change = ({ delivery: { deliver } }) => {
  const known = new Map<string, Reply>();
  return {
    delivery: {
      deliver: async (call) => {
        const reply = await deliver(call);
        if (call.method !== 'GET') {
          const isWrite = !['HEAD', 'OPTIONS'].includes(call.method);
          for (const path of isWrite ? known.keys() : []) if (call.path.startsWith(path)) known.delete(path);
          return reply;
        }
        if (isOfRecord(call) && isServed(reply)) known.set(call.path, reply);
        return [401, 404].includes(reply.status) ? (known.get(call.path) ?? reply) : reply;
      },
    },
  };
};

/** Every fifth read changes what it reads: it is shown in another wording from then on. */
const changedByReading: Change = ({ delivery: { deliver } }) => {
  const changed = new Set<string>();
  let reads = 0;
  return {
    delivery: {
      deliver: async (call) => {
        const reply = await deliver(call);
        if (!isServed(reply) || !(isOfRecord(call) || showsOnlyOne(call, reply))) return reply;
        const shown = changed.has(call.path) ? reworded(reply) : reply;
        if (call.method !== 'GET' && call.method !== 'HEAD') return shown;
        reads += 1;
        if (reads % 5 === 0) changed.add(call.path);
        return shown;
      },
    },
  };
};

const tagOf = ({ body = '' }: Reply): string => `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;

/** Reads have a strong tag of their content; what is made of If-None-Match is for the fault, and of If-Match where it says so. */
const tagged =
  (answer: (call: Call, tag: string, reply: Reply) => Reply, { isMatched = true } = {}): Change =>
  ({ delivery: { deliver } }) => ({
    delivery: {
      deliver: async (call) => {
        const wanted = call.header('if-match');
        if (isMatched && wanted !== undefined) {
          const present = await deliver({ ...asking(call, {}), method: 'GET', hasBody: false });
          if (present.status === 200 && tagOf(present) !== wanted) return { status: 412, headers: kept(present) };
        }
        const reply = await deliver(call);
        if (call.method !== 'GET' || reply.status !== 200) return reply;
        const etag = tagOf(reply);
        return answer(call, etag, { ...reply, headers: { ...reply.headers, etag } });
      },
    },
  });

const unchanged = (reply: Reply): Reply => {
  const { 'content-type': _type, 'content-length': _length, ...headers } = reply.headers as Record<string, string>;
  return { status: 304, headers };
};

const conditionRule =
  'A GET whose If-None-Match does not have the present tag is answered as without it (RFC 9110, section 13.1.2).';
const idRule = 'A read shows the record that was asked for (RFC 9110, section 9.3.1).';
const safeRule = 'GET and HEAD change nothing (RFC 9110, section 9.2.1).';

export const recordHabits: Readonly<Record<string, Habit>> = {
  'reads-kept-for-everyone': {
    breaks: 'Only an access token of the identity provider gives access (RFC 8725, sections 3.1 and 3.12).',
    describes:
      'The service caches a read record and returns it to every client, also without a token, until the record is written.',
    change: keptReads,
  },
  'read-of-the-last': {
    breaks: idRule,
    describes: 'A read shows the record of the collection that was read before.',
    change: ({ delivery: { deliver } }) => {
      const last = new Map<string, Reply>();
      return {
        delivery: {
          deliver: async (call) => {
            const reply = await deliver(call);
            if (call.method !== 'GET' || !isServed(reply) || !isOfRecord(call)) return reply;
            const before = last.get(collectionOf(call));
            last.set(collectionOf(call), reply);
            return before === undefined ? reply : { ...reply, body: before.body };
          },
        },
      };
    },
  },
  'reads-at-once-mixed': {
    breaks: idRule,
    describes: 'The third to fifth read of a record within one second show the identifier of another record.',
    change: ({ delivery: { deliver } }, _stages, { clock }) => {
      const met = new Map<string, { readonly since: number; readonly reads: number }>();
      return {
        delivery: {
          deliver: async (call) => {
            const reply = await deliver(call);
            if (call.method !== 'GET') return reply;
            const now = clock().getTime();
            const last = met.get(call.path);
            const { since, reads } = last && now - last.since < 1000 ? last : { since: now, reads: 0 };
            met.set(call.path, { since, reads: reads + 1 });
            return reads < 2 || reads > 4 ? reply : ofAnother(reply, call);
          },
        },
      };
    },
  },
  'put-taken-for-patch': {
    breaks: 'A method that a path does not offer is answered 405 (assumed).',
    describes: 'PUT works like PATCH if the body is valid.',
    change: ({ delivery: { deliver } }) => ({
      delivery: {
        deliver: (call) => deliver(call.method === 'PUT' && isOfRecord(call) ? { ...call, method: 'PATCH' } : call),
      },
    }),
  },
  'read-names-another': {
    breaks: idRule,
    describes: 'A read shows another identifier than the requested one.',
    change: leaving((reply, call) => (call.method === 'GET' ? ofAnother(reply, call) : reply)),
  },
  'update-names-another': {
    breaks: 'The answer to an update is about the record that was updated (RFC 9110, section 9.3.4; assumed).',
    describes: 'The response to a PATCH shows the identifier of another record.',
    change: leaving((reply, call) => (call.method === 'PATCH' ? ofAnother(reply, call) : reply)),
  },
  'tag-of-the-address': {
    breaks: 'A strong entity tag changes with what it stands for (RFC 9110, section 8.8.1).',
    describes: 'The entity tag is computed from the URL, so it does not change with the record.',
    change: leaving((reply, { method, path }) =>
      ['GET', 'HEAD'].includes(method) && reply.status === 200
        ? { ...reply, headers: { ...reply.headers, etag: `"${path}"` } }
        : reply,
    ),
  },
  'any-tag-unchanged': {
    breaks: conditionRule,
    describes: 'A request with If-None-Match returns 304 for any tag.',
    change: tagged((call, _tag, reply) => (call.header('if-none-match') === undefined ? reply : unchanged(reply))),
  },
  'if-match-unread': {
    breaks:
      'What is asked for with If-Match is done where it has the present tag, and else not (RFC 9110, section 13.1.1).',
    describes: 'Records have entity tags and If-None-Match works, but If-Match is ignored.',
    change: tagged((call, tag, reply) => (call.header('if-none-match') === tag ? unchanged(reply) : reply), {
      isMatched: false,
    }),
  },
  'read-changes-sometimes': {
    breaks: safeRule,
    describes: 'Every fifth read of a record changes the record.',
    change: changedByReading,
  },
};
