/** How calls say who asks, as the rest of Plumbline sees it. */
import type { Position } from './values.ts';

export const CARRIED_IN = ['header', 'query', 'cookie'] as const;

/** Where a call carries who asks, and the word before it (empty: none). */
export interface Carrier {
  readonly in: (typeof CARRIED_IN)[number];
  readonly name: string;
  readonly scheme: string;
}

/** How a call says who asks, in the words of OpenAPI: what a type cannot have is not there. */
export interface SecurityScheme {
  readonly type: 'none' | 'http' | 'apiKey' | 'oauth2';
  readonly scheme?: string;
  readonly keyOnly?: boolean;
  readonly in?: Carrier['in'];
  readonly name?: string;
  readonly flow?: 'clientCredentials';
  readonly client?: 'secret-basic' | 'secret-post' | 'private-key-jwt';
  readonly scopes?: readonly string[];
}

/** `contracts/<service>/security.yaml`: the way in of the service, and others by name. */
export interface SecurityBlock extends SecurityScheme {
  readonly others?: Readonly<Record<string, SecurityScheme>>;
  readonly at: Position;
}
