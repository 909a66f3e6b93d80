/** Documents that are edited, and held against the contract that they were exported from. */
import type { Json } from '../../src/model/json.ts';
import { projectOf } from '../../src/project/make-plan.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import { type Drift, compareWithPublished } from '../../src/openapi/drift.ts';
import { exportDocument } from '../../src/openapi/export.ts';
import { Scope } from '../../src/plan/scope.ts';
import { ROOT } from '../cli/support.ts';

export const project = projectOf(ROOT);

export function scopeOf(service: string, version: string, answers: Readonly<Record<string, Json>> = {}): Scope {
  const spec = project.specs.find((one) => one.service === service);
  const contracts = project.contracts.find((one) => one.service === service);
  if (spec === undefined || contracts === undefined) throw new Error(`there is no ${service}`);
  return new Scope(spec, contracts, version, answers);
}

/** A document that may be edited. */
export interface Editable {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  servers?: unknown;
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, Record<string, unknown>> };
}

export const partners = scopeOf('partner-onboarding', '1.0.0');
export const partnersExport = exportDocument(partners);

/** The export of a contract, edited, against that contract. */
export function drifted(edit: (document: Editable) => void, scope: Scope = partners): Drift {
  const document = structuredClone(scope === partners ? partnersExport : exportDocument(scope)) as unknown as Editable;
  edit(document);
  return compareWithPublished(scope, parseApiDocument(JSON.stringify(document), 'published.json'));
}

export const told = (drift: Drift): readonly string[] =>
  drift.differences.map(({ rule, where }) => `${rule}: ${where}`);

export function operation(document: Editable, path: string, method: string): Record<string, unknown> {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`there is no ${method} ${path}`);
  return found;
}

/** What a definition of one version says of the contract of another. */
export function between(published: string, contract: string): Drift {
  const document = exportDocument(scopeOf('student-reporting', published));
  return compareWithPublished(
    scopeOf('student-reporting', contract),
    parseApiDocument(JSON.stringify(document), 'published.json'),
  );
}

export function responsesOf(create: Record<string, unknown>): Record<string, unknown> {
  return create['responses'] as Record<string, unknown>;
}
