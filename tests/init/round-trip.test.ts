/** What `plumbline openapi export` writes, `plumbline init` can read: every contract there is comes out as a project that plans. */
import { describe, expect, test } from 'vitest';
import { draftOf, omissionText } from '../../src/init/draft.ts';
import { newProject } from '../../src/init/project.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import { exportDocument } from '../../src/openapi/export.ts';
import { findRule } from '../../src/rules/registry.ts';
import { planned } from '../plan/support.ts';

const { scopes } = planned();

describe.each(scopes.map((scope) => [`${scope.service} ${scope.version}`, scope] as const))('%s', (_name, scope) => {
  const document = parseApiDocument(JSON.stringify(exportDocument(scope, 'service')), 'exported.json');
  const draft = draftOf(document);

  test('every operation is drafted, or left out with a reason', () => {
    const drafted = draft.endpoints.flatMap((endpoint) => Object.keys(endpoint.operations)).length;
    expect(drafted).toBeGreaterThan(3);
    const left = draft.leftOut.flatMap(({ operations }) => operations);
    expect(drafted + left.length).toBe(document.operations.length);
    for (const one of draft.leftOut) expect(omissionText(one)).toMatch(/^[A-Z]+ \/\S*( and \d+ more)?: \S/);
  });

  test('the draft loads and plans without a problem', () => {
    const naming = { service: 'again', spec: scope.version, source: 'exported.json', headers: [] };
    const made = newProject(draft, naming, findRule);
    expect(made.checks).toBeGreaterThan(100);
    expect([...made.files.keys()]).toContain(`contracts/again/bindings.yaml`);
  });
});
