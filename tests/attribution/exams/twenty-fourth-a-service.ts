/** The twenty-fourth exam, third part: tokens, errors, headers and habits of the whole service. */
import { methodNotAllowed } from '../../../services/gateway.ts';
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { asking } from '../../../services/http/message.ts';
import { isCalendarDate } from '../../../services/model/calendar.ts';
import { collectionOf } from '../../../services/student-reporting/engine/write.ts';
import type { StagesOf } from '../../../services/index.ts';
import { behind, type Question } from '../exam.ts';

const internalError = (): GatewayError =>
  new GatewayError(500, { code: 'internal_error', detail: 'The service could not handle the request.' });

const everyMethod = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';

export const service: readonly Question<StagesOf['student-reporting']>[] = [
  {
    // RFC 6749, 5.1 and domain.md 2: expires_in says how long a token lives.
    name: 'new-token-ends-the-former',
    does: 'A device has one session: as soon as a new token of it is used, those that it used before are refused, though they have not expired.',
    reads: 'Refuses an access token that has not expired once the device has used a newer one.',
    change: ({ token }) => {
      const current = new Map<string, string>();
      const ended = new Set<string>();
      return {
        token: {
          verify: async (text) => {
            const caller = await token.verify(text);
            if (!caller || ended.has(text)) return undefined;
            const device = `${caller.organisation} ${caller.device}`;
            const former = current.get(device);
            if (former !== undefined && former !== text) ended.add(former);
            current.set(device, text);
            return caller;
          },
        },
      };
    },
  },
  {
    // RFC 6750, 3 and 3.1; RFC 9110, 15.5.2: a token that is none is refused with 401 and a challenge.
    name: 'token-of-another-form-fails',
    does: 'An access token that is no JWT makes its parser throw: the answer is 500.',
    reads: 'Answers 500 instead of 401 to an access token that is no JWT.',
    change: ({ door }, stages) => ({
      door: {
        admit: (call) => {
          const token = stages.door.tokenOf(call);
          if (token !== undefined && !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw internalError();
          return door.admit(call);
        },
      },
    }),
  },
  {
    // RFC 9110, 10.2.1 and 15.5.6: Allow lists the methods of the target resource.
    name: 'allow-names-every-method',
    does: 'Allow is a constant: at every path it names all methods, the one just refused too.',
    reads: 'Names methods in Allow that the resource does not offer.',
    change: ({ gateway }) => ({
      gateway: {
        offer: () => ({ status: 204, headers: { allow: everyMethod } }),
        choose: (call, route) => {
          const method = call.method === 'HEAD' ? 'GET' : call.method;
          if (!route.operations.has(method)) throw methodNotAllowed(everyMethod);
          return gateway.choose(call, route);
        },
      },
    }),
  },
  {
    // domain.md 1.5 and 4.1: system errors are JSON, {"errors": [...]}.
    name: 'not-found-as-html',
    does: 'A 404 is the page of the web server: HTML, without the errors of the service.',
    reads: 'Sends an HTML page with 404, not the JSON error body.',
    change: ({ gateway }) => ({
      gateway: {
        refuse: (error) => {
          if (error.status !== 404) return gateway.refuse(error);
          const headers = { 'content-type': 'text/html;charset=utf-8', 'cache-control': 'no-store' };
          const body = '<!doctype html><html lang="en"><head><title>404 Not Found</title></head><body></body></html>';
          return { status: 404, headers, body };
        },
      },
    }),
  },
  {
    // domain.md 1.5 and 1.6: what fails validation is answered with success false and its errors.
    name: 'impossible-date-fails',
    spec: '3.0.8',
    does: 'A text that is no calendar date, such as 2001-02-30, makes the parser of dates throw: the answer is 500.',
    reads: 'Answers 500 to a value that is no calendar date, instead of refusing the item.',
    change: ({ judgement }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const isDate = bound.field.kind === 'date' && typeof given.given === 'string';
          if (isDate && !isCalendarDate(String(given.given))) throw internalError();
          return judgement.field(bound, given, circumstances);
        },
      },
    }),
  },
  {
    // RFC 9110, 10.2.2 and 15.3.2; domain.md 4.1: Location refers to the resource that was created.
    name: 'location-of-child-lacks-its-parent',
    does: 'The Location of a record below another is made without the parent: /citizenships/{uid}, which leads nowhere.',
    reads:
      'Sends a Location that does not lead to the new record where that stands below another, such as a citizenship.',
    change: ({ write }) => ({
      write: {
        location: (uid, circumstances) => {
          const found = write.location(uid, circumstances);
          const { parent, isSingle } = circumstances.kind.family;
          if (parent === undefined) return found;
          const last = collectionOf(circumstances).split('/').at(-1) ?? '';
          return { location: isSingle ? `/${last}` : `/${last}/${String(uid)}` };
        },
      },
    }),
  },
  {
    // Section 2: correlation_id must not carry leading or trailing spaces; no word of those inside.
    name: 'space-inside-correlation-id-refused',
    does: 'The check of correlation_id refuses any space, also one between two words.',
    reads: 'Refuses a correlation_id that has a space inside, where only leading and trailing ones are forbidden.',
    change: ({ shape }) => ({
      shape: {
        correlationId: (sent, place) => {
          const { id, wrong } = shape.correlationId(sent, place);
          if (id === undefined || wrong.length > 0 || !/\s/.test(id)) return { id, wrong };
          return { id, wrong: [{ code: 'spaces', detail: 'correlation_id must not have spaces.' }] };
        },
      },
    }),
  },
  {
    // RFC 8259, 8.1: JSON between systems is UTF-8.
    name: 'bodies-read-as-latin-1',
    does: 'Bodies are decoded with the default charset, ISO 8859-1: every character beyond ASCII becomes two or more others.',
    reads: 'Garbles characters beyond ASCII: reads the UTF-8 of requests as Latin-1.',
    change: behind(() => (call, deliver) => {
      const read: typeof call.read = async (limit) => {
        const bytes = await call.read(limit);
        return bytes === undefined ? undefined : Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf8');
      };
      return deliver(asking(call, { read }));
    }),
  },
];
