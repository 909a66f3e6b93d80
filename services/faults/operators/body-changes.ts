import type { Reply } from '../../http/message.ts';
import { isObject } from '../../model/json-type.ts';

type Payload = Record<string, unknown>;
type Change = (payload: Payload, name: string) => void;

const changes = {
  dropped: (payload, name) => Reflect.deleteProperty(payload, name),
  renamed: (payload, name) => {
    payload[`${name}_x`] = payload[name];
    Reflect.deleteProperty(payload, name);
  },
  retyped: (payload, name) => {
    payload[name] = retyped(payload[name]);
  },
  null: (payload, name) => {
    payload[name] = null;
  },
  added: (payload) => {
    payload['undocumented'] = 'undocumented';
  },
} as const satisfies Readonly<Record<string, Change>>;

function retyped(value: unknown): unknown {
  if (typeof value === 'string') return 0;
  if (Array.isArray(value)) return {};
  return typeof value === 'object' ? [] : JSON.stringify(value);
}

export function isSuccessWithBody({ status, body }: Reply): boolean {
  return status < 300 && body !== undefined && body !== '';
}

/** Changes the payload of a success. */
export function bodyChange(name: keyof typeof changes): (reply: Reply) => Reply {
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
  dropped: (entry, detail) => Reflect.deleteProperty(entry, detail),
  added: (entry) => {
    entry['severity'] = 'high';
  },
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
export function changedError(name: keyof typeof errorChanges): (reply: Reply) => Reply {
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

/** Appends a stack trace to the text of an error. */
export const stackLeak = changedError('stack');
