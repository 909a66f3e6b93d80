/** Where a service is, as far as its contract knows. */

/** A variable of an address, as OpenAPI has them. */
export interface ServerVariable {
  /** All that it may be; absent: any text. */
  readonly values?: readonly string[];
  readonly default?: string;
}

export interface ServiceAddresses {
  /** Its base address where a target says none, and its other addresses by name; `{name}` in them are variables. */
  readonly server?: string;
  readonly servers?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, ServerVariable>>;
}
