/** `${env:NAME}` in the texts of a target, replaced from the environment. */
import type { Json } from '../record/json.ts';
import type { YamlDocument } from './yaml-document.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

export class EnvironmentResolver {
  readonly #document: YamlDocument;
  readonly #environment: Environment | undefined;
  readonly #taken = new Set<string>();

  /** Without an environment, references are checked for their form and left as they are. */
  constructor(document: YamlDocument, environment: Environment | undefined) {
    this.#document = document;
    this.#environment = environment;
  }

  /** The values of all variables that something was resolved with. */
  get taken(): readonly string[] {
    return [...this.#taken];
  }

  /** The member of `parent` with everything below it resolved. */
  resolve<T>(parent: object, key: string | number, value: T): T {
    return this.#json(parent, key, value as Json) as T;
  }

  /** A variable that has to be there, though its value is not read yet. */
  expect(parent: object, key: string, name: string): void {
    const environment = this.#environment;
    if (environment !== undefined && (environment[name] ?? '') === '') this.#missing(parent, key, name, environment);
  }

  #json(parent: object, key: string | number, value: Json): Json {
    if (typeof value === 'string') return this.#text(parent, key, value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => this.#json(value, index, item));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.#json(value, name, member as Json)]),
    );
  }

  #text(parent: object, key: string | number, text: string): string {
    const environment = this.#environment;
    const resolved = text.replaceAll(REFERENCE, (reference, name: string) => {
      if (environment === undefined) return reference;
      const value = environment[name];
      if (value === undefined || value === '') this.#missing(parent, key, name, environment);
      else this.#taken.add(value);
      return value ?? '';
    });
    // What is left that begins like a reference was meant to be one.
    if (text.replaceAll(REFERENCE, '').includes('${')) {
      this.#document.report(
        'environment-form',
        'this is not how a variable is named',
        parent,
        key,
        'value',
        'write ${env:NAME}',
      );
    }
    return resolved;
  }

  #missing(parent: object, key: string | number, name: string, environment: Environment): void {
    const empty = environment[name] === '';
    this.#document.report(
      'environment-missing',
      `the environment variable ${name} is ${empty ? 'empty' : 'not set'}`,
      parent,
      key,
      'value',
      `set ${name} before the run`,
    );
  }
}
