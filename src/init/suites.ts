/** Playwright suites of a new project: one file per endpoint, as texts. */
import type { Draft } from './draft-model.ts';
import type { DraftNames, ProjectFiles } from './files.ts';

const PACKAGE = '@plumbline/harness/playwright';

/** Modules (`.mts`), so that they also run in a CommonJS package. */
export function suiteFiles({ endpoints }: Draft, { service }: DraftNames): ProjectFiles {
  const ids = endpoints.flatMap(({ name, operations }) =>
    Object.keys(operations).map((operation) => `${service}/${name}/${operation}`),
  );
  return new Map([
    ['playwright.config.ts', `export { default } from '${PACKAGE}/config';\n`],
    ['suites/operations.d.mts', operationTypes(ids)],
    ...endpoints.map(({ name }) => [`suites/${service}/${name}.spec.mts`, suiteText(service, name)] as const),
  ]);
}

function suiteText(service: string, endpoint: string): string {
  return `// Contract: contracts/${service}/${endpoint}.yaml
import { contractTests, test } from '${PACKAGE}';

const { aspectTests } = await contractTests('${service}/${endpoint}');

test.describe('${endpoint}', () => {
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
`;
}

/** Text of a type declaration with the operations of the contracts, which editors complete in `toConform`. */
export function operationTypes(ids: readonly string[], module = PACKAGE): string {
  return [
    '// The operations of the contracts, which editors complete in toConform.',
    `import '${module}';`,
    '',
    `declare module '${module}' {`,
    '  interface ContractOperations {',
    ...ids.map((id) => `    '${id}': true;`),
    '  }',
    '}',
    '',
  ].join('\n');
}
