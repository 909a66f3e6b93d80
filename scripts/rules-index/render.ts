/** The index of rules: every export of a file in a family's folder that has a judge. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { groupBy } from '../../src/record/group-by.ts';

const KINDS = ['case', 'passive'] as const;

/** A rule, and where it is found. */
export interface Found {
  readonly kind: (typeof KINDS)[number];
  readonly family: string;
  /** Without its ending. */
  readonly file: string;
  readonly name: string;
}

/** All rules below a folder, by family and file. */
export async function rulesBelow(folder: string): Promise<readonly Found[]> {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: family }) =>
      readdirSync(path.join(folder, family))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => ({ family, file: name.slice(0, -'.ts'.length) })),
    )
    .sort((a, b) => (`${a.family}/${a.file}` < `${b.family}/${b.file}` ? -1 : 1));
  const found = files.map(async ({ family, file }) => {
    const module = (await import(pathToFileURL(path.join(folder, family, `${file}.ts`)).href)) as object;
    return Object.entries(module).flatMap(([name, value]): readonly Found[] => {
      const kind = kindOf(value);
      return kind === undefined ? [] : [{ kind, family, file, name }];
    });
  });
  return (await Promise.all(found)).flat();
}

function kindOf(value: unknown): Found['kind'] | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('judge' in value)) return undefined;
  return KINDS.find((kind) => kind === value.kind);
}

export function rulesIndex(found: readonly Found[]): string {
  return [
    '/** All rules with a judge of their own. Written by scripts/rules-index/main.ts: `npm run generate`. */',
    ...[...groupBy(found, ({ family, file }) => `./${family}/${file}.ts`)].map(([file, rules]) =>
      importOf(file, rules),
    ),
    '',
    '/** Over one case. */',
    ...listed('CASE_RULES', ofKind(found, 'case')),
    '',
    '/** Over every answer. */',
    ...listed('PASSIVE_RULES', ofKind(found, 'passive')),
    '',
  ].join('\n');
}

function importOf(file: string, rules: readonly Found[]): string {
  return `import { ${rules.map((rule) => `${rule.name} as ${aliasOf(rule)}`).join(', ')} } from '${file}';`;
}

function ofKind(found: readonly Found[], kind: Found['kind']): readonly Found[] {
  return found.filter((rule) => rule.kind === kind);
}

function listed(name: string, rules: readonly Found[]): readonly string[] {
  return [`export const ${name} = [`, ...rules.map((rule) => `  ${aliasOf(rule)},`), '] as const;'];
}

/** Several families have a rule of the same name. */
function aliasOf({ family, name }: Found): string {
  return `${family}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
