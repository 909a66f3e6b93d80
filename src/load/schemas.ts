/** Validation of our own files against their schemas. */
import { SCHEMA_FILES } from '../schema/files.ts';
import { SchemaMistakes } from './schema-mistakes.ts';
import type { Mistake } from './schema-mistakes.ts';

/** Name of each kind of file in messages. */
export const FILE_NOUNS = {
  bindings: 'bindings',
  catalogue: 'a catalogue',
  endpoint: 'an endpoint contract',
  envelope: 'an envelope block',
  errors: 'an errors block',
  'open-points': 'open points',
  'own-catalogue': 'the catalogue of a service',
  pagination: 'a pagination block',
  requirements: 'requirements',
  security: 'a security block',
  target: 'a target',
  token: 'a token block',
  versions: 'the versions of a service',
  waivers: 'waivers',
} as const;

export type FileKind = keyof typeof FILE_NOUNS;

/** Created on first use: most processes of a run load only cached files. */
let mistakes: SchemaMistakes | undefined;

/** Everything that keeps the data from being a file of the kind. */
export function mistakesOf(kind: FileKind, data: unknown): readonly Mistake[] {
  return mistakesAt(`${kind}.schema.json`, data);
}

/** The same for a part of a file, by the place of its schema: `endpoint.schema.json#/$defs/form`. */
export function mistakesAt(schema: string, data: unknown): readonly Mistake[] {
  mistakes ??= new SchemaMistakes(SCHEMA_FILES);
  return mistakes.of(schema, data);
}

export function schemaFile(name: string): unknown {
  return (SCHEMA_FILES as Readonly<Record<string, unknown>>)[name];
}
