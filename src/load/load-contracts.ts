/** Loads `contracts/`: the endpoints of every service, and the files that they share. */
import { omitUndefined, mergeObjects, mapOptional } from '../model/objects.ts';
import path from 'node:path';
import { buildCases, buildEndpoint } from './build-endpoint.ts';
import {
  buildCalls,
  buildErrors,
  buildPagination,
  buildSecurity,
  buildToken,
  checkErrors,
  checkSecurity,
  checkVariables,
} from './shared-files.ts';
import { checkCases } from './check-cases.ts';
import { checkEndpoint } from './check-endpoint.ts';
import type { SharedDefinitions, EndpointScope } from './endpoint-scope.ts';
import type { OwnCatalogue } from './catalogue-model.ts';
import { COMMON_CATALOGUES, buildOwnCatalogue } from './load-catalogue.ts';
import { COMMON_FOLDER } from './program.ts';
import type { Binding, DeclaredCase, EnvelopeBlock, Practice, ServiceContracts } from './model.ts';
import { NameSet, type ProjectNames, References, type ServiceNames } from './references.ts';
import type { CodedProblem, ProblemList } from './problem-list.ts';
import type { RawSecurity, RawToken } from '../schema/access.ts';
import type { RawEndpoint } from '../schema/endpoint.ts';
import type { RawPagination } from '../schema/pagination.ts';
import type { RawBindings, RawEnvelope, RawErrors } from '../schema/service.ts';
import { isFile, isFolder, isYamlName, listFolder, readYaml, shownPath, yamlFilesIn } from './read-file.ts';
import { closeValues, pickProperties, collectOpenValues } from './open-values.ts';
import { suggestName, unknownName } from './suggest.ts';
import type { FileKind } from './schemas.ts';
import { validFile, type ValidFile } from './validate.ts';
import type { YamlDocument } from './yaml-document.ts';

export const SHARED_FILES = ['errors', 'pagination', 'token', 'security', 'envelope', 'bindings', 'catalogue'] as const;
export type SharedFileName = (typeof SHARED_FILES)[number];
const NO_ROWS: OwnCatalogue = { add: [], off: [] };

/** Reads and checks all contracts below the folder. Services without problems become the model; problems are collected. */
export function loadContracts(
  root: string,
  folder: string,
  names: ProjectNames,
  problems: ProblemList,
): readonly ServiceContracts[] {
  const shown = shownPath(root, folder);
  if (!isFolder(folder)) {
    problems.addMissing(shown, 'the project has no contracts folder');
    return [];
  }
  const loaded: ServiceContracts[] = [];
  const seen = new Set<string>();
  for (const problem of COMMON_CATALOGUES.problems.sorted()) problems.add(problem as CodedProblem);
  for (const entry of listFolder(folder)) {
    if (entry.name === COMMON_FOLDER && entry.isFolder) {
      if (entry.path !== COMMON_CATALOGUES.folder)
        problems.addUnexpected(
          shownPath(root, entry.path),
          `remove the copy. Write case templates of a service in ${shown}/<service>/catalogue.yaml`,
          'Plumbline has its own common catalogue and does not read this copy',
        );
      continue;
    }
    if (!entry.isFolder) {
      if (isYamlName(entry.name))
        problems.addUnexpected(
          shownPath(root, entry.path),
          `move it to ${shown}/<service>/`,
          'contracts must be in a folder per service',
        );
      continue;
    }
    const service = names.services.get(entry.name);
    if (service === undefined) {
      problems.add({
        code: 'unknown-service',
        message: unknownName('service', entry.name, 'specs/'),
        file: shownPath(root, entry.path),
        ...omitUndefined({ hint: suggestName(entry.name, names.services.keys(), 'service') }),
      });
      continue;
    }
    seen.add(entry.name);
    const contracts = new ServiceLoader(root, entry.path, service, names, problems).load();
    if (contracts !== undefined) loaded.push(contracts);
  }
  for (const service of names.services.keys()) {
    if (!seen.has(service)) problems.addMissing(`${shown}/${service}`, `${service} has no contracts`);
  }
  return loaded;
}

interface SharedFiles {
  readonly errors: ValidFile<RawErrors> | undefined;
  readonly pagination: ValidFile<RawPagination> | undefined;
  readonly token: ValidFile<RawToken> | undefined;
  readonly security: ValidFile<RawSecurity> | undefined;
  readonly envelope: ValidFile<RawEnvelope> | undefined;
}

class ServiceLoader {
  readonly #root: string;
  readonly #folder: string;
  readonly #names: ServiceNames;
  readonly #references: References;
  readonly #problems: ProblemList;

  constructor(root: string, folder: string, names: ServiceNames, project: ProjectNames, problems: ProblemList) {
    this.#root = root;
    this.#folder = folder;
    this.#names = names;
    this.#references = new References(names, project);
    this.#problems = problems;
  }

  load(): ServiceContracts | undefined {
    const files = {
      errors: this.#block('errors', 'errors'),
      pagination: this.#block('pagination', 'pagination'),
      token: this.#block('token', 'token'),
      security: this.#block('security', 'security'),
      envelope: this.#block('envelope', 'envelope'),
      bindings: this.#block('bindings', 'bindings'),
      catalogue: this.#block('catalogue', 'own-catalogue'),
    };
    const { errors, pagination, token, security, envelope, bindings, catalogue } = files;
    if (errors !== undefined) checkErrors(errors, this.#references);
    if (envelope !== undefined) checkVariables(envelope);
    if (security !== undefined) checkSecurity(security, token !== undefined);

    const { accepted, names } = this.#endpoints();
    const blocks = this.#blocks(files);
    const reported = new Set<string>();
    const endpoints = accepted.map(({ document, raw }) => {
      const scope = { document, raw, endpoints: names, references: this.#references, blocks, reported };
      if (raw.fieldsFrom !== undefined)
        this.#references.openPoint(raw.fieldsFrom, { document, parent: raw, key: 'fieldsFrom' });
      checkEndpoint(scope);
      checkCases(scope);
      const built = buildEndpoint(this.#names.service, document, raw, blocks.usual);
      return mergeObjects(built, { cases: [...built.cases, ...casesOfToken(scope, token)] });
    });
    const built = {
      service: this.#names.service,
      ...omitUndefined({ envelope: mapOptional(envelope, envelopeOf), wrapping: envelope?.raw.wrapping }),
      errors: mapOptional(errors, buildErrors),
      ...omitUndefined({
        pagination: mapOptional(pagination, buildPagination),
        token: mapOptional(token, (file) => buildToken(file, this.#references)),
        security: mapOptional(security, buildSecurity),
      }),
      headers: envelope?.raw.headers ?? {},
      methods: envelope?.raw.methods ?? 'partial',
      ...(envelope === undefined ? {} : buildCalls(envelope)),
      bindings: mapOptional(bindings, (file) => this.#bindings(file)) ?? [],
      practices: mapOptional(bindings, practicesOf) ?? [],
      ...omitUndefined({ rest: bindings?.raw.rest }),
      catalogue: mapOptional(catalogue, (file) => buildOwnCatalogue(file, this.#references)) ?? NO_ROWS,
      endpoints,
    };
    // All problems are reported at this point. A service without one of its files has no model.
    if (built.errors === undefined || SHARED_FILES.some((name) => files[name] === undefined && this.#exists(name)))
      return undefined;
    const service = { ...built, errors: built.errors };
    // Before the copy, which loses the marks.
    const open = collectOpenValues(service);
    return { ...service, open };
  }

  #block<Kind extends FileKind>(name: SharedFileName, kind: Kind): ReturnType<typeof validFile<Kind>> {
    const file = path.join(this.#folder, `${name}.yaml`);
    if (!isFile(file) && name !== 'errors') return undefined;
    const message = `${this.#names.service} has no ${name}.yaml`;
    const hint = `write contracts/${this.#names.service}/errors.yaml, for example:\n${MINIMAL_ERRORS}`;
    const document = readYaml(this.#root, file, this.#problems, { message, hint });
    return document === undefined || !this.#close(document, kind) ? undefined : validFile(document, kind);
  }

  /** Replaces open values by their defaults; false if one of them is wrong. */
  #close(document: YamlDocument, kind: FileKind): boolean {
    return !document.sound || closeValues(document, kind, this.#names, this.#references);
  }

  #exists(name: SharedFileName): boolean {
    return isFile(path.join(this.#folder, `${name}.yaml`));
  }

  /** Definitions of the shared files; unknown if a file exists and cannot be read. */
  #blocks({ errors, pagination, token, security, envelope }: SharedFiles): SharedDefinitions {
    const knownOf = (name: SharedFileName, known: boolean | undefined): boolean | undefined =>
      known ?? (this.#exists(name) ? undefined : false);
    const signs = knownOf(
      'token',
      mapOptional(token, () => true),
    );
    const secured = knownOf(
      'security',
      mapOptional(security, ({ raw }) => raw.type !== 'none'),
    );
    const servers = envelope === undefined && this.#exists('envelope') ? undefined : (envelope?.raw.servers ?? {});
    return {
      wrapping: knownOf(
        'envelope',
        mapOptional(envelope, ({ raw }) => raw.correlation !== undefined),
      ),
      pagination: knownOf(
        'pagination',
        mapOptional(pagination, () => true),
      ),
      styles: Object.keys(pagination?.raw.others ?? {}),
      servers: mapOptional(servers, Object.keys),
      token: signs === false ? secured : signs,
      schemes: Object.keys(security?.raw.others ?? {}),
      usual: security?.raw.type === 'none' ? 'public' : 'token',
      refusals: mapOptional(errors, ({ raw }) => Object.keys(raw.refusals)),
    };
  }

  #endpoints(): { readonly accepted: readonly ValidFile<RawEndpoint>[]; readonly names: NameSet } {
    const accepted: ValidFile<RawEndpoint>[] = [];
    const names = new NameSet();
    const blockFiles: readonly string[] = SHARED_FILES.map((name) => `${name}.yaml`);
    const files = yamlFilesIn(
      this.#root,
      this.#folder,
      this.#problems,
      'name the file of an endpoint <endpoint>.yaml',
      ({ name }) => blockFiles.includes(name),
    );
    for (const entry of files) {
      const document = readYaml(this.#root, entry.path, this.#problems);
      const data = document?.data;
      const name =
        typeof data === 'object' && data !== null && 'endpoint' in data && typeof data.endpoint === 'string'
          ? data.endpoint
          : undefined;
      if (document === undefined || data === undefined || name === undefined) names.markIncomplete();
      else if (names.has(name))
        document.report(
          'duplicate-id',
          `the endpoint ${name} is declared twice`,
          data as object,
          'endpoint',
          'value',
          `first in ${names.get(name)?.where ?? ''}`,
        );
      else names.add(name, { where: document.file });
      const file =
        document === undefined || !this.#close(document, 'endpoint') ? undefined : validFile(document, 'endpoint');
      if (file !== undefined) accepted.push(file);
    }
    return { accepted, names };
  }

  #bindings({ document, raw }: ValidFile<RawBindings>): readonly Binding[] {
    return (raw.bindings ?? []).map((binding) => {
      for (const key of ['requirement', 'form'] as const)
        if (binding[key] !== undefined)
          this.#references.provenRequirement(binding[key], { document, parent: binding, key });
      return { ...binding, at: document.at(binding) };
    });
  }
}

const MINIMAL_ERRORS = `    families:
      problem: { schema: { type: object }, code: type }
    refusals:
      not-found: { statuses: [404], family: problem }`;

/** Cases of the token operation, from token.yaml. */
function casesOfToken(scope: EndpointScope, token: ValidFile<RawToken> | undefined): readonly DeclaredCase[] {
  const gives = Object.entries(scope.raw.operations).some(([name, { kind = name }]) => kind === 'token');
  if (!gives || token?.raw.cases === undefined) return [];
  const { document, raw } = token;
  checkCases({ ...scope, document, raw: { ...scope.raw, ...omitUndefined({ cases: raw.cases }) } });
  return buildCases(document, raw.cases);
}

function practicesOf({ document, raw }: ValidFile<RawBindings>): readonly Practice[] {
  const practices = raw.practices ?? [];
  return practices.map((rules, index) => ({ rules, at: document.at(practices, index) }));
}

/** The fields that wrap every body. The schema requires all four of them or none. */
function envelopeOf({ raw }: ValidFile<RawEnvelope>): EnvelopeBlock | undefined {
  return raw.correlation === undefined
    ? undefined
    : (pickProperties(raw, ['correlation', 'success', 'result', 'messages']) as EnvelopeBlock);
}
