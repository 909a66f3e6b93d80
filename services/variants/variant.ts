import type { Call, Reply } from '../http/message.ts';

/** Another way of keeping every rule. A check that fails for a variant asks for more than it may. */
export interface Variant {
  readonly describes: string;
  /** Where it is written, or was agreed, that a service may do so. */
  readonly allowedBy: string;
  /** Others are at work meanwhile, so that some checks cannot be judged: nobody knows what they did. */
  readonly hasOthers?: true;
  /** What becomes of a call before the service sees it. */
  readonly ask?: (call: Call) => Call;
  /** What becomes of a finished reply; absent for a variant that is decided within the services. */
  readonly apply?: (reply: Reply, call: Call, tools: VariantTools) => Reply | Promise<Reply>;
}

export interface VariantTools {
  readonly service: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export function isJson({ headers, body }: Reply): boolean {
  return (
    body !== undefined && body !== '' && (headers['content-type'] ?? '').toLowerCase().startsWith('application/json')
  );
}

/** Changes the JSON of a body; whatever is no JSON stays as it is. */
export function withJson(
  reply: Reply,
  change: (document: unknown) => unknown,
  write: (document: unknown) => string = JSON.stringify,
): Reply {
  return isJson(reply) ? { ...reply, body: write(change(JSON.parse(reply.body ?? ''))) } : reply;
}

export function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
