/** Commands for OpenAPI documents: select a contract, export it, and compare it with a published document. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import type { JsonMap } from '../model/json.ts';
import { BadInput } from '../errors.ts';
import { loadTarget } from '../load/load-target.ts';
import type { Project, Spec, Target } from '../load/model.ts';
import { unknownInput } from '../load/suggest.ts';
import { type Drift, compareWithPublished } from './drift.ts';
import { type DocumentBase, exportDocument } from './export.ts';
import { answersForVersion, Scope } from '../plan/scope.ts';
import { projectOf } from '../project/make-plan.ts';
import { placeOfTarget } from '../project/settings.ts';
import { readPublishedDocument, fileErrorReason } from './published.ts';
import path from 'node:path';

/** Options of the command line that select a contract. */
export interface ContractChoice {
  readonly service?: string;
  readonly spec?: string;
  readonly target?: string;
}

/**
 * Scope of one service in one version with the answers of the target. Throws `BadInput` with the available choices if the selection is
 * ambiguous.
 */
export function selectScope(root: string, choice: ContractChoice): Scope {
  const project = projectOf(root);
  // Environment variables of the target are not resolved, since no request is sent.
  const target =
    choice.target === undefined
      ? undefined
      : loadTarget(placeOfTarget(choice.target, root), root, {}, project, { resolveEnv: false });
  const spec = selectService(project, target, choice.service);
  const contracts = project.contracts.find(({ service }) => service === spec.service);
  if (contracts === undefined)
    throw BadInput.of('unknown-service', `${spec.service} has no contracts`, {
      hint: `Add them in contracts/${spec.service}/.`,
    });
  const settings = target?.services.find(({ service }) => service === spec.service);
  const version = selectVersion(spec, target, choice.spec);
  return new Scope(spec, contracts, version, target === undefined ? {} : answersForVersion(target, version), settings);
}

function selectService(project: Project, target: Target | undefined, service: string | undefined): Spec {
  const known = project.specs.map((spec) => spec.service);
  if (service !== undefined) {
    const found = project.specs.find((spec) => spec.service === service);
    if (found !== undefined) return found;
    throw unknownInput('service', service, known);
  }
  const candidates =
    target === undefined
      ? project.specs
      : project.specs.filter((spec) => target.services.some((one) => one.service === spec.service));
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  throw BadInput.of('service-needed', 'the project has several services', {
    hint: `Choose one with --service: ${candidates.map((spec) => spec.service).join(', ')}.`,
  });
}

function selectVersion(spec: Spec, target: Target | undefined, version: string | undefined): string {
  const known = spec.versions.map(({ id }) => id);
  if (version !== undefined) {
    if (known.includes(version)) return version;
    throw unknownInput('version', version, known, { holder: spec.service });
  }
  const named =
    target?.services.find(({ service }) => service === spec.service)?.addresses.map((address) => address.spec) ?? known;
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  throw BadInput.of('version-needed', `${spec.service} has several versions`, {
    hint: `Choose one with --spec, oldest first: ${named.join(', ')}.`,
  });
}

/** Exports a document to a file, and returns its text. Without a file the text is JSON. */
export function writeExport(scope: Scope, base: DocumentBase, file: string | undefined): string {
  const document = exportDocument(scope, base);
  if (Object.keys((document['paths'] ?? {}) as JsonMap).length === 0)
    throw BadInput.of('nothing-to-export', `${scope.service} ${scope.version} has no operations of the ${base}`, {
      hint: 'Remove --base.',
    });
  const text = textOf(document, file === undefined ? '.json' : path.extname(file).toLowerCase());
  if (text === undefined)
    throw BadInput.of('unknown-ending', `${file} must end in .json, .yaml or .yml`, {
      hint: 'The extension selects JSON or YAML.',
    });
  if (file !== undefined) write(file, text);
  return text;
}

function textOf(document: JsonMap, ending: string): string | undefined {
  if (ending === '.json') return `${JSON.stringify(document, undefined, 2)}\n`;
  // YAML anchors would make the document hard to read.
  if (ending === '.yaml' || ending === '.yml')
    return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
  return undefined;
}

function write(file: string, text: string): void {
  try {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw BadInput.of('file-unwritable', `${file} cannot be written: ${fileErrorReason(error)}`, {
      hint: 'Choose another file with --out.',
    });
  }
}

/** Compares a contract with a published document. */
export async function driftFromPublished(scope: Scope, published: string, env: NodeJS.ProcessEnv): Promise<Drift> {
  const document = await readPublishedDocument(published, env);
  const [address] = document.unread;
  if (address !== undefined)
    throw BadInput.of('openapi-reference', `${published} refers to ${address}, which is not read`, {
      hint: 'Bundle the document into one file. Otherwise, parts of it would be missing in the comparison.',
    });
  return compareWithPublished(scope, document);
}
