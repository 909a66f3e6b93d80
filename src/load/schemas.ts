/** The schemas of our own files. */
import bindings from '../schema/bindings.schema.json' with { type: 'json' };
import catalogue from '../schema/catalogue.schema.json' with { type: 'json' };
import common from '../schema/common.schema.json' with { type: 'json' };
import endpoint from '../schema/endpoint.schema.json' with { type: 'json' };
import envelope from '../schema/envelope.schema.json' with { type: 'json' };
import errors from '../schema/errors.schema.json' with { type: 'json' };
import openPoints from '../schema/open-points.schema.json' with { type: 'json' };
import ownCatalogue from '../schema/own-catalogue.schema.json' with { type: 'json' };
import pagination from '../schema/pagination.schema.json' with { type: 'json' };
import requirements from '../schema/requirements.schema.json' with { type: 'json' };
import security from '../schema/security.schema.json' with { type: 'json' };
import target from '../schema/target.schema.json' with { type: 'json' };
import token from '../schema/token.schema.json' with { type: 'json' };
import versions from '../schema/versions.schema.json' with { type: 'json' };
import waivers from '../schema/waivers.schema.json' with { type: 'json' };
import { SchemaMistakes } from './schema-mistakes.ts';
import type { Mistake } from './schema-mistakes.ts';

/** What a reader calls a file of each kind. */
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

const FILES: Readonly<Record<`${FileKind | 'common'}.schema.json`, unknown>> = {
  'bindings.schema.json': bindings,
  'catalogue.schema.json': catalogue,
  'common.schema.json': common,
  'endpoint.schema.json': endpoint,
  'envelope.schema.json': envelope,
  'errors.schema.json': errors,
  'open-points.schema.json': openPoints,
  'own-catalogue.schema.json': ownCatalogue,
  'pagination.schema.json': pagination,
  'requirements.schema.json': requirements,
  'security.schema.json': security,
  'target.schema.json': target,
  'token.schema.json': token,
  'versions.schema.json': versions,
  'waivers.schema.json': waivers,
};

/** Made when something is to be judged: most processes of a run read nothing but what is kept. */
let mistakes: SchemaMistakes | undefined;

/** Everything that keeps the data from being a file of the kind. */
export function mistakesOf(kind: FileKind, data: unknown): readonly Mistake[] {
  return mistakesAt(`${kind}.schema.json`, data);
}

/** The same of a part of a file, by the place of its schema: `endpoint.schema.json#/$defs/form`. */
export function mistakesAt(schema: string, data: unknown): readonly Mistake[] {
  mistakes ??= new SchemaMistakes(FILES);
  return mistakes.of(schema, data);
}

/** A file of schemas as it is written. */
export function schemaFile(name: string): unknown {
  return (FILES as Readonly<Record<string, unknown>>)[name];
}
