import { type Call, type Reply, asking } from '../http/message.ts';
import type { Change } from '../stages.ts';
import type { StagesOf } from '../stages-of.ts';
import { isObject } from '../model/objects.ts';
import { isJson, withHeaders, withJson } from '../variants/variant.ts';
import type { ServiceStages } from '../instance.ts';

// The same service under other names: what comes is put into its own words, and what goes into those of the answer.

export const text = (answer: unknown): string => String(answer);
export const list = (answer: unknown): readonly string[] => (answer as readonly unknown[]).map(String);
export const member = (answer: unknown, name: string): unknown => (answer as Readonly<Record<string, unknown>>)[name];

/** A request header with another name: its own is one that the service does not know. */
export function requestHeader(
  own: string,
  other: string,
  valueOf = (value: string): string | undefined => value,
): Layer {
  return {
    ask: (call) =>
      asking(call, {
        header: (name) => {
          if (name !== own) return name === other ? undefined : call.header(name);
          const value = call.header(other);
          return value === undefined ? undefined : valueOf(value);
        },
      }),
    apply: (reply) => ({ ...reply, body: reply.body?.replaceAll(new RegExp(`${own}(?![a-z-])`, 'g'), other) }),
  };
}

export function responseHeader(own: string, other: string): Layer {
  return {
    apply: (reply) => ({
      ...reply,
      headers: Object.fromEntries(
        Object.entries(reply.headers).map(([name, value]) => [name === own ? other : name, value]),
      ),
    }),
  };
}

/** Names of members, wherever they stand: those of the answer are the service's, and its own mean nothing. */
export function members(names: Readonly<Record<string, string>>, of: 'replies' | 'both'): Layer {
  const swapped = (json: string, pairs: readonly (readonly [string, string])[]): string =>
    pairs.reduce(
      (all, [own, other]) =>
        all.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (whole, word) =>
          word === own ? `"${other}"` : word === other ? `"${own}"` : whole,
        ),
      json,
    );
  const pairs = Object.entries(names);
  return {
    apply: (reply) => (reply.body === undefined ? reply : { ...reply, body: swapped(reply.body, pairs) }),
    ...(of === 'replies'
      ? {}
      : {
          ask: (call) =>
            asking(call, {
              read: async (limit) => {
                const bytes = await call.read(limit);
                // Byte for byte: what is no UTF-8 has to arrive as what it is.
                return bytes && Buffer.from(swapped(Buffer.from(bytes).toString('latin1'), pairs), 'latin1');
              },
            }),
        }),
  };
}

/** Other paths, each in the place of one that the service has; at its own ones nothing is found. */
export function paths(
  own: readonly string[],
  others: readonly string[],
  isKept = (_call: Call): boolean => false,
): Layer {
  const moves = own.flatMap((path, index) => {
    const other = others[index];
    return other === undefined || other === path ? [] : [{ own: path, other }];
  });
  const moved = (path: string, from: 'own' | 'other', to: 'own' | 'other'): string | undefined => {
    for (const move of moves) {
      const found = patternOf(move[from]).exec(path);
      if (found) return filled(move[to], found.slice(1));
    }
    return undefined;
  };
  const nowhere = '/there-is-nothing';
  return {
    ask: (call) => {
      if (isKept(call)) return call;
      const path = moved(call.path, 'other', 'own');
      if (path !== undefined) return asking(call, { path });
      return moved(call.path, 'own', 'other') === undefined ? call : asking(call, { path: nowhere });
    },
    apply: (reply) => {
      const { location } = reply.headers;
      const there = location === undefined ? undefined : moved(location, 'own', 'other');
      const shown = there === undefined ? reply : withHeaders(reply, { location: there });
      return withJson(shown, (document) =>
        isObject(document) && isObject(document['paths'])
          ? {
              ...document,
              paths: Object.fromEntries(
                Object.entries(document['paths']).map(([path, item]) => [moved(path, 'own', 'other') ?? path, item]),
              ),
            }
          : document,
      );
    },
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]*\}/g, '([^/]+)')}$`);
}

function filled(path: string, values: readonly string[]): string {
  let at = 0;
  return path.replaceAll(/\{[^}]*\}/g, () => values[at++] ?? '');
}

/** Another media type in place of JSON's own, which may be asked for by its name too. */
export function mediaType(other: string): Layer {
  return {
    ask: (call) =>
      asking(call, {
        header: (name) =>
          name === 'accept' ? call.header(name)?.replaceAll(other, 'application/json') : call.header(name),
      }),
    apply: (reply) =>
      reply.headers['content-type'] === undefined || !/^application\/json\b/i.test(reply.headers['content-type'])
        ? reply
        : withHeaders(reply, { 'content-type': other }),
  };
}

/** Another status where one is meant. */
export function status(isMeant: (reply: Reply, call: Call) => boolean, other: (call: Call) => unknown): Layer {
  return {
    apply: (reply, call) => {
      const now = Number(other(call));
      if (!isMeant(reply, call) || !Number.isInteger(now)) return reply;
      if (now !== 204) return { ...reply, status: now };
      const { 'content-type': _type, ...headers } = reply.headers;
      return { status: now, headers };
    },
  };
}

/** Whether it was understood and not taken. */
export function isDenied(reply: Reply): boolean {
  if (!isJson(reply)) return false;
  return [JSON.parse(reply.body ?? '') as unknown].flat().some((item) => isObject(item) && item['success'] === false);
}

/** Of an array some items may be stored, and others not. */
export const isSuccess = (reply: Reply): boolean =>
  reply.status === 201 || (reply.status >= 200 && reply.status < 300 && !isDenied(reply));

/** The code of the first error of a gateway. */
export function codeOf(reply: Reply): unknown {
  if (!isJson(reply)) return undefined;
  const document: unknown = JSON.parse(reply.body ?? '');
  const errors = isObject(document) ? document['errors'] : undefined;
  const first: unknown = Array.isArray(errors) ? (errors as readonly unknown[])[0] : undefined;
  return isObject(first) ? first['code'] : undefined;
}

/** Any Accept header is taken. */
export const acceptIgnored: Change<ServiceStages> = () => ({ gateway: { accept: () => undefined } });

/** Any content coding is taken. */
export const encodingIgnored: Change<ServiceStages> = ({ gateway: { declared } }) => ({
  gateway: {
    declared: (call) => {
      declared({ ...call, header: (name) => (name === 'content-encoding' ? undefined : call.header(name)) });
    },
  },
});

/** What a target says where the documents say nothing: any JSON. */
export type Answer = unknown;

/** What becomes of a call before a service sees it, and of its finished reply. */
export interface Layer {
  readonly ask?: (call: Call) => Call;
  /** It is given the call as it came. */
  readonly apply?: (reply: Reply, call: Call) => Reply;
}

/** How a service is that is right, and for which an open point is answered otherwise than these services are made. */
export interface Otherwise {
  readonly faults?: readonly string[];
  readonly layers?: { readonly [Subject in keyof StagesOf]?: Layer };
  readonly changes?: { readonly [Subject in keyof StagesOf]?: Change<StagesOf[Subject]> };
}

/** By open point: from an answer to the service that it is right for. */
export type OtherwiseTable = Readonly<Record<string, (answer: Answer) => Otherwise>>;
