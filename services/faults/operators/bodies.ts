import type { Reply } from '../../http/message.ts';
import { isObject } from '../../model/objects.ts';
import { gatewayAnswer, isRefusal, operator, withBody, withContentType, type Operator } from './operator.ts';

type Payload = Record<string, unknown>;
type Change = (payload: Payload, name: string) => void;

const changes = {
  dropped: (payload, name) => Reflect.deleteProperty(payload, name),
  null: (payload, name) => {
    payload[name] = null;
  },
  added: (payload) => {
    payload['undocumented'] = 'undocumented';
  },
} as const satisfies Readonly<Record<string, Change>>;

function isSuccessWithBody({ status, body }: Reply): boolean {
  return status < 300 && body !== undefined && body !== '';
}

/** Changes the payload of a success. */
function bodyChange(name: keyof typeof changes): (reply: Reply) => Reply {
  const change: Change = changes[name];
  return (reply) => {
    if (!isSuccessWithBody(reply)) return reply;
    const document: unknown = JSON.parse(reply.body ?? '');
    const found = payloads(document);
    for (const payload of found.length > 0 ? found : isObject(document) ? [document as Payload] : []) {
      const [first] = Object.keys(payload);
      if (first !== undefined) change(payload, first);
    }
    return { ...reply, body: JSON.stringify(document) };
  };
}

/** The objects that a response is about: what is left when envelopes, lists and singular wrappers are taken off. */
function payloads(value: unknown): Payload[] {
  if (Array.isArray(value)) return value.flatMap(payloads);
  if (!isObject(value)) return [];
  if ('success' in value) return payloads(value['result']);
  const [only, ...others] = Object.values(value);
  const isWrapper = others.length === 0 && typeof only === 'object' && only !== null;
  return isWrapper ? payloads(only) : [value as Payload];
}

const stack =
  "TypeError: Cannot read properties of undefined (reading 'uid')\n    at RecordStore.find (/srv/app/lib/record-store.js:88:17)\n    at handle (/srv/app/lib/server.js:41:9)";

type ErrorChange = (entry: Payload, detail: string, document: Payload) => void;

const errorChanges = {
  'beside-data': (_entry, _detail, document) => {
    document['data'] = null;
    // The identity provider's errors must not stand beside a token.
    if ('error' in document) document['access_token'] = 'none';
  },
  'known-message': (entry, detail) => {
    entry[detail] = 'Could not Connect to Endpoint';
  },
  stack: (entry, detail) => {
    entry[detail] = `${String(entry[detail])} ${stack}`;
  },
} as const satisfies Readonly<Record<string, ErrorChange>>;

/** Changes the first entry of an error, of the gateway family or of the identity provider's. */
function changedError(name: keyof typeof errorChanges): (reply: Reply) => Reply {
  const change: ErrorChange = errorChanges[name];
  return (reply) => {
    if (reply.status < 400 || reply.body === undefined || reply.body === '') return reply;
    const document: unknown = JSON.parse(reply.body);
    if (!isObject(document)) return reply;
    const [first] = Array.isArray(document['errors']) ? (document['errors'] as Payload[]) : [];
    change(first ?? (document as Payload), first ? 'detail' : 'error_description', document as Payload);
    return { ...reply, body: JSON.stringify(document) };
  };
}

const schemaRule =
  'A response has the members and types of its definition (assumed; student-reporting section 9 says definitions are published).';
const errorRule = 'An error is JSON of the gateway family (assumed; student-reporting section 7 shows no error body).';
const jsonRule = 'A body is one JSON text in UTF-8 (RFC 8259, sections 2, 4 and 8.1).';
const innerRule = 'No response carries technical detail (assumed).';

const ofBody = (breaks: string, describes: string, change: (reply: Reply) => Reply): Operator =>
  operator(breaks, describes, change, withBody);

const ofError = (breaks: string, describes: string, change: (reply: Reply) => Reply): Operator =>
  operator(breaks, describes, (reply) => (isRefusal(reply) ? change(reply) : reply));

const inText =
  (change: (text: string) => string) =>
  (reply: Reply): Reply =>
    reply.body === undefined || reply.body === '' ? reply : { ...reply, body: change(reply.body) };

/** Bodies that are not what was documented. */
export const bodyOperators = {
  'body-member-dropped': ofBody(schemaRule, 'The first field of the body is missing.', bodyChange('dropped')),
  'body-member-null': ofBody(schemaRule, 'The first field of the body is null.', bodyChange('null')),
  'body-member-added': ofBody(schemaRule, 'The body has an undocumented field.', bodyChange('added')),
  'body-wrapped': ofBody(schemaRule, 'The body of a success is wrapped in {"data": …}.', (reply) =>
    isSuccessWithBody(reply) ? { ...reply, body: `{"data":${reply.body ?? ''}}` } : reply,
  ),
  'json-malformed': operator(
    jsonRule,
    'Every body has an extra comma at its end.',
    inText((text) => `${text},`),
  ),
  'json-member-twice': operator(
    jsonRule,
    'The first field of every body occurs twice.',
    inText((text) => text.replace(/"(?:[^"\\]|\\.)*":(?:"(?:[^"\\]|\\.)*"|-?[0-9.]+|true|false|null)/, '$&,$&')),
  ),
  'number-unsafe': operator(
    'Numbers lie within what every client reads alike (RFC 8259, section 6).',
    'Every object begins with a serial number beyond 2^53.',
    inText((text) => text.replace(/\{(?!\})/, '{"serial":9007199254740993001,')),
  ),
  'error-echo': operator(
    'An error does not repeat the request (assumed; RFC 9457, section 5).',
    'A request with content returns 400, and the response repeats the content.',
    async (reply, call) => {
      const sent = Buffer.from((await call.read(1024 * 1024)) ?? new Uint8Array()).toString('utf8');
      return sent === '' ? reply : gatewayAnswer(reply, 400, `This cannot be understood: ${sent}`);
    },
    ({ method }) => method === 'POST' || method === 'PATCH',
  ),
  'body-html-error': ofError(errorRule, 'Errors are HTML pages.', (reply) => ({
    ...withContentType(reply, 'text/html'),
    body: `<html><body><h1>Error ${String(reply.status)}</h1></body></html>`,
  })),
  'error-beside-data': ofError(errorRule, 'Errors have an additional field "data".', changedError('beside-data')),
  'error-stack-leak': ofError(innerRule, 'Errors contain a stack trace.', changedError('stack')),
  'error-known-message': ofError(
    'student-reporting section 7: "Could not Connect to Endpoint" was a fault of the service and is gone.',
    'Errors have the text "Could not Connect to Endpoint".',
    changedError('known-message'),
  ),
} as const satisfies Readonly<Record<string, Operator>>;
