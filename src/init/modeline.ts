/** The first line of a YAML file that tells an editor which schema it has: completion, hover, and mistakes as they are typed. */
import type { Files } from './files.ts';

/** Schemas by the place of a file below the project; the first that fits. */
const SCHEMAS: readonly (readonly [place: RegExp, schema: string])[] = [
  [/^specs\/[^/]+\/(versions|open-points)\.yaml$/, '$1'],
  [/^specs\/[^/]+\/requirements(\/.+)?\.yaml$/, 'requirements'],
  [/^contracts\/common\/[^/]+\.yaml$/, 'catalogue'],
  [/^contracts\/[^/]+\/(bindings|envelope|errors|pagination|security|token)\.yaml$/, '$1'],
  [/^contracts\/[^/]+\/catalogue\.yaml$/, 'own-catalogue'],
  [/^contracts\/[^/]+\/[^/]+\.yaml$/, 'endpoint'],
  [/^targets\/[^/]+\/(target|waivers)\.yaml$/, '$1'],
  [/^policies\/[^/]+\.yaml$/, 'policy'],
];

/** Name of the schema of a file; undefined for what has none, such as a lock. */
export function schemaOf(file: string): string | undefined {
  const [place, schema] = SCHEMAS.find(([pattern]) => pattern.test(file)) ?? [];
  return place === undefined || schema === undefined ? undefined : file.replace(place, schema);
}

/** `pathOf`: where the schema is, as the file names it. */
export function withModelines(files: Files, pathOf: (file: string, schema: string) => string): Files {
  return new Map(
    [...files].map(([file, text]) => {
      const schema = schemaOf(file);
      return [file, schema === undefined ? text : `# yaml-language-server: $schema=${pathOf(file, schema)}\n${text}`];
    }),
  );
}
