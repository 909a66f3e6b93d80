import { json, type Reply } from './message.ts';

export interface GatewayErrorEntry {
  readonly code: string;
  readonly detail: string;
  readonly source?: { readonly pointer: string } | { readonly parameter: string } | { readonly header: string };
}

/** A refusal in the gateway error family: `{"errors":[{"code","detail","source"?}]}`. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly status: number;
  readonly entries: readonly [GatewayErrorEntry, ...GatewayErrorEntry[]];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    entries: GatewayErrorEntry | readonly [GatewayErrorEntry, ...GatewayErrorEntry[]],
    headers: Readonly<Record<string, string>> = {},
  ) {
    const list: readonly [GatewayErrorEntry, ...GatewayErrorEntry[]] = 'code' in entries ? [entries] : entries;
    super(list[0].detail);
    this.status = status;
    this.entries = list;
    this.headers = headers;
  }

  reply(): Reply {
    return json(this.status, { errors: this.entries }, this.headers);
  }
}

/** Throws when there is anything to refuse; all entries are reported together. */
export function refuse(status: number, entries: readonly GatewayErrorEntry[]): void {
  const [first, ...rest] = entries;
  if (first) throw new GatewayError(status, [first, ...rest]);
}

export function notFound(): GatewayError {
  return new GatewayError(404, { code: 'not_found', detail: 'There is no such resource.' });
}
