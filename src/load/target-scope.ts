/** Scope of one target file: its document, the project it refers to, and its environment. */
import path from 'node:path';
import { isMap, type Json, type JsonMap } from '../model/json.ts';
import type { RawTarget } from '../schema/target.ts';
import type { Project, SecretRef, ServiceContracts } from './model.ts';
import { isFile } from './read-file.ts';
import type { ProjectNames } from './references.ts';
import { findMarkedSecret, isLikeFileName } from './secrets.ts';
import type { YamlDocument } from './yaml-document.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Folders for the files that a target names. */
export interface TargetPlace {
  /** Files are shown relative to this folder. */
  readonly root: string;
  /** Folder of the target file: paths in it are relative to that. */
  readonly folder: string;
  /** Folder whose files the target may name. */
  readonly area: string;
}

interface TargetSource {
  readonly document: YamlDocument;
  readonly raw: RawTarget;
  /** Folder of the target file: paths in it are relative to that. */
  readonly folder: string;
  readonly names: ProjectNames;
  readonly project: Project;
  /** If absent, variables are checked for their form and not replaced, and files with secrets need not exist. */
  readonly environment: Environment | undefined;
}

type WrittenSecret = SecretRef & JsonMap;

function isSecretRef(value: JsonMap): value is WrittenSecret {
  const [name = '', ...others] = Object.keys(value);
  return others.length === 0 && (name === 'env' || name === 'file') && typeof value[name] === 'string';
}

export class TargetScope {
  readonly document: YamlDocument;
  readonly embedded: boolean;
  readonly answers: RawTarget['answers'];
  readonly names: ProjectNames;
  readonly #project: Project;
  readonly #folder: string;
  readonly #environment: Environment | undefined;
  readonly #values = new Set<string>();

  constructor({ document, raw, folder, names, project, environment }: TargetSource) {
    this.document = document;
    this.embedded = raw.embedded ?? false;
    this.answers = raw.answers;
    this.names = names;
    this.#project = project;
    this.#folder = folder;
    // Services that Plumbline starts itself need nothing outside the process.
    this.#environment = this.embedded ? undefined : environment;
  }

  /** Values of all variables that were used. */
  get variableValues(): readonly string[] {
    return [...this.#values];
  }

  contractsOf(service: string): ServiceContracts | undefined {
    return this.#project.contracts.find((item) => item.service === service);
  }

  /** The value at `key` of `parent`, with the variables in all its texts replaced: `${env:NAME}`. */
  text<T>(parent: object, key: string | number, value: T): T {
    return this.#resolve(parent, key, value as Json, false) as T;
  }

  /** Likewise, and the files of secrets (`{ file: path }`) become absolute paths. Secrets stay unread. */
  value<T>(parent: object, key: string | number, value: T): T {
    return this.#resolve(parent, key, value as Json, true) as T;
  }

  /** `value` for those of these properties that `parent` has. */
  values<T extends object, Name extends keyof T & string>(parent: T, ...names: readonly Name[]): Pick<T, Name> {
    const given = names.filter((name) => parent[name] !== undefined);
    return Object.fromEntries(given.map((name) => [name, this.value(parent, name, parent[name])])) as Pick<T, Name>;
  }

  /**
   * An absolute http or https address, resolved, without a slash at its end.
   * @param fill replaces the variables of the contract in it
   */
  address(parent: object, key: string, written: string, fill = (text: string): string => text): string {
    const resolved = fill(this.text(parent, key, written));
    if (resolved.includes('${') || resolved === '') return resolved;
    const { document } = this;
    const url = URL.canParse(resolved) ? new URL(resolved) : undefined;
    if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      // The value of a variable is not shown: it may be a secret.
      const what = resolved === written ? JSON.stringify(written) : `the value of ${written}`;
      document.report('wrong-value', `${what} is not an absolute http or https address`, parent, key);
    } else if (url.username !== '' || url.password !== '') {
      document.reportUnquoted('secret-in-file', 'an address cannot have a user name or a password', parent, key);
    } else if (url.hash !== '' || (key !== 'tokenUrl' && url.search !== '') || /[?#]$/.test(resolved)) {
      // Without the source line: a query may contain a signature.
      const message =
        key === 'tokenUrl'
          ? 'the address of a token endpoint cannot have a fragment'
          : 'a base address cannot have a query or a fragment';
      document.reportUnquoted('wrong-value', message, parent, key, 'value', 'send it with every request in `headers`');
    }
    return resolved.replace(/\/+$/, '');
  }

  #resolve(parent: object, key: string | number, value: Json, withSecrets: boolean): Json {
    if (typeof value === 'string') return this.#replaceVariables(parent, key, value);
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item, index) => this.#resolve(value, index, item, withSecrets));
    if (!isMap(value)) return value;
    if (withSecrets && isSecretRef(value)) return this.#secret(value);
    const members = Object.entries(value) as [string, Json][];
    return Object.fromEntries(members.map(([name, member]) => [name, this.#resolve(value, name, member, withSecrets)]));
  }

  #replaceVariables(parent: object, key: string | number, text: string): string {
    const environment = this.#environment;
    const resolved = text.replaceAll(REFERENCE, (reference, name: string) => {
      if (environment === undefined) return reference;
      const value = environment[name] ?? '';
      if (value === '') this.#reportVariable(parent, key, name, environment);
      else this.#values.add(value);
      return value;
    });
    // A rest that begins like a reference is a mistyped one.
    if (text.replaceAll(REFERENCE, '').includes('${')) {
      const message = 'not a reference to an environment variable';
      this.document.report('environment-form', message, parent, key, 'value', 'write ${env:NAME}');
    }
    return resolved;
  }

  #reportVariable(parent: object, key: string | number, name: string, environment: Environment): void {
    const message = `the environment variable ${name} is ${environment[name] === '' ? 'empty' : 'not set'}`;
    this.document.report('environment-missing', message, parent, key, 'value', `set ${name} before the run`);
  }

  #secret(written: WrittenSecret): WrittenSecret {
    const environment = this.#environment;
    if (written.env !== undefined) {
      if (environment !== undefined && (environment[written.env] ?? '') === '')
        this.#reportVariable(written, 'env', written.env, environment);
      return { env: written.env };
    }
    const resolved = this.text(written, 'file', written.file ?? '');
    if (resolved === '' || resolved.includes('${')) return { file: resolved };
    const file = path.resolve(this.#folder, resolved);
    if (environment !== undefined && !isFile(file)) {
      // The variable may contain the secret itself instead of the name of its file.
      const isShown =
        resolved === written.file || (isLikeFileName(resolved) && findMarkedSecret(resolved) === undefined);
      const [message, hint] = isShown
        ? [`file ${resolved} not found`, `looked for ${file}`]
        : [
            `${written.file} does not contain the path of a file`,
            'if it contains the secret itself, write { env: NAME }',
          ];
      this.document.report('file-missing', message, written, 'file', 'value', hint);
    }
    return { file };
  }
}
