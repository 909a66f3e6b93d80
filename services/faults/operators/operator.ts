import type { Call, Reply } from '../../http/message.ts';
import type { Lifetime } from '../../model/version.ts';

/** What decides which operators an operation can have. */
export interface OperationFacts extends Lifetime {
  readonly name: string;
  readonly method: string;
  /** Needs a token, so it can be answered 401. */
  readonly isGuarded: boolean;
  /** Its successes have a body. */
  readonly hasBody: boolean;
  /** Its answers must not be stored by caches. */
  readonly isPrivate: boolean;
  /** It reads, changes or deletes what its path names, and answers 404 where that is not there. */
  readonly isOfRecord: boolean;
}

/** What an operator may use beside the call and its reply. */
export interface OperatorTools {
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly clock: () => Date;
  /** How many calls of this operation came within the current second, this one included. */
  readonly callsThisSecond: () => number;
}

/** One generic deviation, applied to the finished reply of one operation. */
export interface Operator {
  readonly breaks: string;
  readonly describes: string;
  /** An operator of the path also sees calls with a method that the path does not offer, and OPTIONS. */
  readonly scope: 'operation' | 'path';
  readonly fits: (facts: OperationFacts) => boolean;
  readonly apply: (reply: Reply, call: Call, tools: OperatorTools) => Reply | Promise<Reply>;
}

/** An operator around one operation, wherever `fits` says so. */
export const operator = (
  breaks: string,
  describes: string,
  apply: Operator['apply'],
  fits: Operator['fits'] = () => true,
): Operator => ({ breaks, describes, scope: 'operation', fits, apply });

/** An operator around all methods of a path. */
export const pathOperator = (breaks: string, describes: string, apply: Operator['apply']): Operator => ({
  ...operator(breaks, describes, apply),
  scope: 'path',
});

export const withBody = ({ hasBody }: OperationFacts): boolean => hasBody;
export const reading = ({ method }: OperationFacts): boolean => method === 'GET';

export const isSuccess = ({ status }: Reply): boolean => status < 300;
export const isRefusal = ({ status }: Reply): boolean => status >= 400;

export function without(reply: Reply, header: string): Reply {
  const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name !== header));
  return { ...reply, headers };
}

export function withHeader(reply: Reply, header: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [header]: value } };
}

export function withContentType(reply: Reply, value: string): Reply {
  return reply.body === undefined ? reply : withHeader(reply, 'content-type', value);
}

/** An answer of the gateway in place of the service's own. */
export function gatewayAnswer(
  reply: Reply,
  status: number,
  detail: string,
  more: Readonly<Record<string, string>> = {},
): Reply {
  const kept = Object.fromEntries(
    ['date', 'cache-control'].flatMap((name) => {
      const value = reply.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    status,
    headers: { 'content-type': 'application/json', ...kept, ...more },
    body: JSON.stringify({ errors: [{ code: 'gateway', detail }] }),
  };
}
