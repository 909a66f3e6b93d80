/** The seventh exam, of partner-onboarding: what frameworks, gateways and ORMs get wrong most often. */
import { STATUS_CODES } from 'node:http';
import { unsupportedMediaType } from '../../../services/gateway.ts';
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { asking, type Reply } from '../../../services/http/message.ts';
import { isObject } from '../../../services/model/json-type.ts';
import { partnerFields } from '../../../services/partner-onboarding/partner.ts';
import { around, behind, sent, type Exam } from '../exam.ts';

const htmlPage = (status: number): Reply => {
  const title = `${String(status)} ${STATUS_CODES[status] ?? ''}`;
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`,
  };
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);

const clearable = new Set([...partnerFields.map(({ name }) => name), 'channels']);

/** What the firewall before the service looks at, and lets through. */
const MOST_INSPECTED = 8192;

export const partnerOnboarding: Exam['partner-onboarding'] = [
  // What touches everything.
  {
    name: 'framework-error-body',
    does: 'Every refusal has the error body of the web framework: timestamp, status, error and path, and no errors.',
    reads: 'Answers errors with a body of another form than agreed: there is no list errors with code and detail.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      if (reply.status < 400 || reply.body === undefined) return reply;
      const body = {
        timestamp: new Date().toISOString(),
        status: reply.status,
        error: STATUS_CODES[reply.status] ?? 'Error',
        path: call.path,
      };
      return { ...reply, body: JSON.stringify(body) };
    }),
  },
  {
    name: 'bodies-read-as-latin-1',
    does: 'The bytes of a body are read as Latin-1: each letter beyond ASCII becomes two or more others, and is kept so.',
    reads: 'Garbles letters beyond ASCII in what is sent, as it reads UTF-8 in another charset.',
    change: around(
      () => (call, deliver) =>
        deliver(
          asking(call, {
            read: async (limit) => {
              const bytes = await call.read(limit);
              return bytes && new TextEncoder().encode(Buffer.from(bytes).toString('latin1'));
            },
          }),
        ),
    ),
  },
  {
    name: 'unauthenticated-403',
    does: 'A call without an access token, or with one that is not valid, is answered 403 without a challenge.',
    reads: 'Answers 403 instead of 401 where the access token is missing or not valid.',
    change: ({ door: { admit } }) => ({
      door: {
        admit: async (call) => {
          try {
            return await admit(call);
          } catch (error) {
            if (!(error instanceof GatewayError) || error.status !== 401) throw error;
            throw new GatewayError(403, { code: 'forbidden', detail: 'Access is denied.' });
          }
        },
      },
    }),
  },
  {
    name: 'texts-html-escaped',
    does: 'A filter against scripts escapes &, <, > and quotes in all texts that are sent, and they are kept so.',
    reads: 'Keeps texts HTML-escaped: & is shown as &amp;, and so on.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const values = [...given.values].map(
            ([name, value]) => [name, value === null ? null : escaped(value)] as const,
          );
          const channels = given.channels?.map((channel) =>
            Object.fromEntries(Object.entries(channel).map(([name, value]) => [name, escaped(value)])),
          );
          return merge(partner, { ...given, values: new Map(values), channels }, purpose);
        },
      },
    }),
  },
  // What touches one operation or one member.
  {
    name: 'patch-null-ignored',
    does: 'In a PATCH null counts as not given: the member stays as it is.',
    reads: 'PATCH ignores null: an optional member cannot be cleared with it and keeps its value.',
    change: ({ body: { members } }) => ({
      body: {
        members: (body, purpose) => {
          if (purpose !== 'update' || !isObject(body)) return members(body, purpose);
          const given = Object.entries(body).filter(([name, value]) => value !== null || !clearable.has(name));
          return members(Object.fromEntries(given), purpose);
        },
      },
    }),
  },
  {
    name: 'patch-empties-channels',
    does: 'A PATCH that does not name channels removes all channels of the partner.',
    reads: 'PATCH without channels removes the channels of the partner, which it should leave alone.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) => merge(partner, { ...given, channels: given.channels ?? [] }, purpose),
      },
    }),
  },
  {
    name: 'patch-needs-all-required',
    does: 'A PATCH is validated as a creation is: without name and abn it is refused with 422.',
    reads: 'PATCH refuses a partial update: it requires name and abn, as if a partner were created.',
    change: ({ body: { members } }) => ({ body: { members: (body) => members(body, 'create') } }),
  },
  {
    name: 'email-in-small-letters',
    does: 'contact_email is kept in small letters.',
    reads: 'Changes contact_email to small letters instead of keeping it as it was given.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const values = new Map(given.values);
          const email = values.get('contact_email');
          if (typeof email === 'string') values.set('contact_email', email.toLowerCase());
          return merge(partner, { ...given, values }, purpose);
        },
      },
    }),
  },
  // What needs a condition.
  {
    name: 'abn-without-leading-zeros',
    does: 'abn is kept in a column of numbers: its leading zeros are gone when it is shown.',
    reads: 'Loses the leading zeros of abn.',
    change: ({ partners: { show } }) => ({
      partners: {
        show: (field, value) => {
          const shown = show(field, value);
          return field.name === 'abn' ? shown?.replace(/^0+(?=.)/, '') : shown;
        },
      },
    }),
  },
  {
    name: 'charset-parameter-refused',
    does: 'A body whose content-type is application/json with a charset parameter is refused with 415.',
    reads:
      'Refuses content-type: application/json; charset=utf-8 with 415, as it compares the media type with its parameters.',
    change: ({ gateway: { declared } }) => ({
      gateway: {
        declared: (call) => {
          declared(call);
          if (call.header('content-type')?.includes(';') === true) throw unsupportedMediaType('content-type');
        },
      },
    }),
  },
  {
    name: 'long-bodies-blocked',
    does: 'A firewall before the service answers 403 with an HTML page where a body is longer than 8 KB.',
    reads: 'Refuses valid long bodies, of more than 8 KB, with 403.',
    change: behind(() => async (asked, answer) => {
      if (!asked.hasBody) return answer(asked);
      const { text, call } = await sent(asked);
      return Buffer.byteLength(text) > MOST_INSPECTED ? htmlPage(403) : answer(call);
    }),
  },
  {
    name: 'every-fifth-502',
    does: 'One of five nodes is down: the load balancer answers every fifth call 502 with an HTML page.',
    reads: 'Now and then (every fifth call), whatever the operation, answers 502 with an HTML page.',
    change: behind(() => {
      let calls = 0;
      return async (call, answer) => {
        calls += 1;
        return calls % 5 === 0 ? htmlPage(502) : answer(call);
      };
    }),
  },
];
