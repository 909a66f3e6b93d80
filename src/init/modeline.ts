/** Modeline of a YAML file: the first line, which points editors to the JSON Schema of the file. */
import type { Files } from './files.ts';

/** Schema names by path pattern relative to the project; the first match wins. */
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

/** Name of the schema of a file; undefined if it has none, such as a lock file. */
export function schemaOf(file: string): string | undefined {
  const [place, schema] = SCHEMAS.find(([pattern]) => pattern.test(file)) ?? [];
  return place === undefined || schema === undefined ? undefined : file.replace(place, schema);
}

/** Adds a modeline to each file. `pathOf` returns the path of the schema as the file refers to it. */
export function withModelines(files: Files, pathOf: (file: string, schema: string) => string): Files {
  return new Map(
    [...files].map(([file, text]) => {
      const schema = schemaOf(file);
      return [file, schema === undefined ? text : `# yaml-language-server: $schema=${pathOf(file, schema)}\n${text}`];
    }),
  );
}
