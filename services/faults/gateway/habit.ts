import type { Call, Reply, Delivery } from '../../http/message.ts';
import type { ServiceName } from '../../services.ts';
import type { FaultChange } from '../fault.ts';

export type Layer = { readonly delivery: Delivery };
export type Change = FaultChange<Layer>;

export interface Habit {
  readonly breaks: string;
  readonly describes: string;
  readonly of?: ServiceName;
  readonly change: Change;
}

/** Each reply as it leaves. */
export const leaving =
  (change: (reply: Reply, call: Call) => Reply): Change =>
  ({ delivery: { deliver } }) => ({
    delivery: { deliver: async (call) => change(await deliver(call), call) },
  });

export const isServed = ({ status }: Reply): boolean => status < 300;
export const hasBody = ({ body }: Reply): boolean => body !== undefined && body !== '';
/** Behind the byte order mark, where another habit has put one there. */
export const withText = (reply: Reply, change: (text: string) => string): Reply =>
  hasBody(reply) ? { ...reply, body: (reply.body ?? '').replace(/(?<=^\uFEFF?)[^\uFEFF][^]*$/, change) } : reply;

export const kept = (reply: Reply): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(reply.headers).filter(([name]) =>
      ['date', 'cache-control', 'www-authenticate', 'allow'].includes(name),
    ),
  );

/** Every value of a JSON body, from the inside out. */
export function each(value: unknown, change: (value: unknown, name: string) => unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => each(one, change, name));
  if (typeof value !== 'object' || value === null) return change(value, name);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one, change, key)]));
}
