/**
 * What the files of a project declare, gathered before anything is checked against it.
 *
 * Names are taken from files that have other mistakes too, and a set that could not be read in full says so: one
 * broken file must not make every reference into it look broken.
 */
import { suggestion } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

/** A place in a document: the member `key` of `parent`. */
export interface YamlSpot {
  readonly document: YamlDocument;
  readonly parent: object;
  readonly key: string | number;
}

export class NameSet {
  readonly #names = new Map<string, NameEntry>();
  #complete = true;

  add(name: string, entry: NameEntry = {}): void {
    this.#names.set(name, entry);
  }

  /** A file that would have declared more could not be read. */
  markIncomplete(): void {
    this.#complete = false;
  }

  get(name: string): NameEntry | undefined {
    return this.#names.get(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Whether the name is certainly wrong. */
  lacks(name: string): boolean {
    return this.#complete && !this.#names.has(name);
  }

  get size(): number {
    return this.#names.size;
  }

  list(): readonly string[] {
    return [...this.#names.keys()];
  }

  suggest(name: string, noun: string): string | undefined {
    return suggestion(name, this.#names.keys(), noun);
  }

  /** For names that are alike without being confused: the neighbour of a version is not what was meant. */
  known(): string {
    return `known: ${this.list().join(', ')}`;
  }
}

export interface NameEntry {
  /** `file:line` of the declaration. */
  readonly where?: string;
  /** Why nothing may be bound to the requirement. */
  readonly excluded?: string;
  /** Default of the open point, and the member that says it. */
  readonly value?: unknown;
  readonly spot?: YamlSpot;
}

export interface ServiceNames {
  readonly service: string;
  readonly versions: NameSet;
  readonly openPoints: NameSet;
  readonly requirements: NameSet;
}

export interface ProjectNames {
  readonly services: ReadonlyMap<string, ServiceNames>;
  /** Shared requirements of `specs/http/`. */
  readonly http: NameSet;
}
