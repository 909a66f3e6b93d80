/** `contracts/`: of every service, its endpoints and the blocks that they share. */
import { defined, maybe } from '../record/defined.ts';
import { extended } from '../record/extended.ts';
import path from 'node:path';
import { buildCases, buildEndpoint } from './build-endpoint.ts';
import {
  buildCalls,
  buildErrors,
  buildPagination,
  buildToken,
  checkErrors,
  checkVariables,
  buildSecurity,
  checkSecurity,
} from './blocks.ts';
import { checkCases } from './check-cases.ts';
import { checkEndpoint } from './check-endpoint.ts';
import type { Blocks, EndpointScope } from './endpoint-scope.ts';
import type { OwnCatalogue, RawOwnCatalogue } from './catalogue-model.ts';
import { COMMON, ownCatalogueOf } from './load-catalogue.ts';
import { COMMON_FOLDER } from './program.ts';
import type { ValidFile } from './load-spec.ts';
import type { Binding, DeclaredCase, EnvelopeBlock, Practice, ServiceContracts } from './model.ts';
import { NameSet, type ProjectNames, type ServiceNames, References } from './references.ts';
import type { CodedProblem, ProblemList } from './problem-list.ts';
import type { RawSecurity, RawToken } from '../schema/access.ts';
import type { RawEndpoint } from '../schema/endpoint.ts';
import type { RawPagination } from '../schema/pagination.ts';
import type { RawBindings, RawEnvelope, RawErrors } from '../schema/service.ts';
import { isFile, isFolder, isYamlName, listFolder, readYaml, shownPath } from './read-file.ts';
import { closeValues, membersOf, openValuesOf } from './open-values.ts';
import { suggestion } from './suggest.ts';
import type { FileKind } from './schemas.ts';
import { validate } from './validate.ts';
import type { YamlDocument } from './yaml-document.ts';

export const BLOCKS = ['errors', 'pagination', 'token', 'security', 'envelope', 'bindings', 'catalogue'] as const;
export type BlockName = (typeof BLOCKS)[number];
const NOTHING_OWN: OwnCatalogue = { add: [], off: [] };
const REQUIRED: readonly BlockName[] = ['errors'];

/** Reads and checks everything below the folder; problems are collected, and what has none becomes the model. */
export function loadContracts(
  root: string,
  folder: string,
  names: ProjectNames,
  problems: ProblemList,
): readonly ServiceContracts[] {
  const shown = shownPath(root, folder);
  if (!isFolder(folder)) {
    problems.add({ code: 'file-missing', message: 'there is no such folder, so there are no contracts', file: shown });
    return [];
  }
  const loaded: ServiceContracts[] = [];
  const seen = new Set<string>();
  for (const problem of COMMON.problems.sorted()) problems.add(problem as CodedProblem);
  for (const entry of listFolder(folder)) {
    if (entry.name === COMMON_FOLDER && entry.isFolder) {
      if (entry.path !== COMMON.folder)
        problems.add({
          code: 'file-unexpected',
          message: 'the common catalogue is read from where the program is, and this copy of it is not',
          file: shownPath(root, entry.path),
          hint: `remove the copy; rows of a service's own stand in ${shown}/<service>/catalogue.yaml`,
        });
      continue;
    }
    if (!entry.isFolder) {
      if (isYamlName(entry.name))
        problems.add({
          code: 'file-unexpected',
          message: 'contracts are kept in a folder per service',
          file: shownPath(root, entry.path),
          hint: `move it to ${shown}/<service>/`,
        });
      continue;
    }
    const service = names.services.get(entry.name);
    if (service === undefined) {
      problems.add({
        code: 'unknown-service',
        message: `there is no specification of ${entry.name}`,
        file: shownPath(root, entry.path),
        ...hintOf(suggestion(entry.name, names.services.keys(), 'service')),
      });
      continue;
    }
    seen.add(entry.name);
    const contracts = new ServiceLoader(root, entry.path, service, names, problems).load();
    if (contracts !== undefined) loaded.push(contracts);
  }
  for (const service of names.services.keys()) {
    if (!seen.has(service))
      problems.add({ code: 'file-missing', message: `${service} has no contracts`, file: `${shown}/${service}` });
  }
  return loaded;
}

function hintOf(hint: string | undefined): { hint?: string } {
  return defined({ hint });
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
    const errors = this.#block<RawErrors>('errors', 'errors');
    const pagination = this.#block<RawPagination>('pagination', 'pagination');
    const token = this.#block<RawToken>('token', 'token');
    const security = this.#block<RawSecurity>('security', 'security');
    const envelope = this.#block<RawEnvelope>('envelope', 'envelope');
    const bindings = this.#block<RawBindings>('bindings', 'bindings');
    const catalogue = this.#block<RawOwnCatalogue>('catalogue', 'own-catalogue');
    if (errors !== undefined) checkErrors(errors, this.#references);
    if (envelope !== undefined) checkVariables(envelope);
    if (security !== undefined) checkSecurity(security, token !== undefined);

    const { accepted, names } = this.#endpoints();
    const signs = this.#offers('token', token === undefined ? undefined : true);
    const blocks: Blocks = {
      wrapping: this.#offers('envelope', envelope === undefined ? undefined : envelope.raw.correlation !== undefined),
      pagination: this.#offers('pagination', pagination === undefined ? undefined : true),
      servers: this.#isBroken('envelope', envelope) ? undefined : Object.keys(envelope?.raw.servers ?? {}),
      styles: Object.keys(pagination?.raw.others ?? {}),
      token:
        signs === false
          ? this.#offers(
              'security',
              maybe(security, ({ raw }) => raw.type !== 'none'),
            )
          : signs,
      usual: security?.raw.type === 'none' ? 'public' : 'token',
      schemes: Object.keys(security?.raw.others ?? {}),
      refusals: maybe(errors, ({ raw }) => Object.keys(raw.refusals)),
    };
    const reported = new Set<string>();
    const endpoints = accepted.map(({ document, raw }) => {
      const scope = {
        document,
        raw,
        endpoints: names,
        references: this.#references,
        blocks,
        reported,
      };
      if (raw.fieldsFrom !== undefined)
        this.#references.openPoint(raw.fieldsFrom, { document, parent: raw, key: 'fieldsFrom' });
      checkEndpoint(scope);
      checkCases(scope);
      const built = buildEndpoint(this.#names.service, document, raw, blocks.usual);
      return extended(built, { cases: [...built.cases, ...casesOfToken(scope, token)] });
    });
    const paging = pagination === undefined ? undefined : buildPagination(pagination);
    const access = token === undefined ? undefined : buildToken(token, this.#references);
    const wrapping = envelope === undefined ? undefined : envelopeOf(envelope.raw);
    const bound = bindings === undefined ? [] : this.#bindings(bindings);
    const practices = bindings === undefined ? [] : practicesOf(bindings);
    const own = catalogue === undefined ? NOTHING_OWN : ownCatalogueOf(catalogue, this.#references);
    // What a file says that cannot be read is not known, so that nothing is held against the others for it.
    const read = { errors, pagination, token, security, envelope, bindings, catalogue };
    if (errors === undefined || BLOCKS.some((name) => this.#isBroken(name, read[name]))) return undefined;
    const built = {
      service: this.#names.service,
      ...defined({ envelope: wrapping, wrapping: envelope?.raw.wrapping }),
      errors: buildErrors(errors),
      ...defined({ pagination: paging, token: access, security: maybe(security, buildSecurity) }),
      headers: envelope?.raw.headers ?? {},
      methods: envelope?.raw.methods ?? 'partial',
      ...(envelope === undefined ? {} : buildCalls(envelope)),
      bindings: bound,
      practices,
      ...defined({ rest: bindings?.raw.rest }),
      catalogue: own,
      endpoints,
    };
    // Before the copy: it takes the marks off what was built.
    const open = openValuesOf(built);
    return { ...built, open };
  }

  #block<T>(name: BlockName, kind: FileKind): ValidFile<T> | undefined {
    const file = path.join(this.#folder, `${name}.yaml`);
    if (!isFile(file) && !REQUIRED.includes(name)) return undefined;
    const document = readYaml(this.#root, file, this.#problems, {
      message: `${this.#names.service} has no ${name}.yaml`,
    });
    if (document === undefined || !this.#closed(document, kind) || !validate(document, kind)) return undefined;
    return { document, raw: document.data as unknown as T };
  }

  /** Open values replaced by what they are without answers; false where one of them is none. */
  #closed(document: YamlDocument, kind: FileKind): boolean {
    return !document.sound || closeValues(document, kind, this.#names, this.#references);
  }

  /** Whether a block offers something: not known where its file is there but wrong. */
  #offers(name: BlockName, known: boolean | undefined): boolean | undefined {
    return known ?? (this.#isThere(name) ? undefined : false);
  }

  #isBroken(name: BlockName, read: object | undefined): boolean {
    return read === undefined && this.#isThere(name);
  }

  #isThere(name: BlockName): boolean {
    return isFile(path.join(this.#folder, `${name}.yaml`));
  }

  #endpoints(): { readonly accepted: readonly ValidFile<RawEndpoint>[]; readonly names: NameSet } {
    const accepted: ValidFile<RawEndpoint>[] = [];
    const names = new NameSet();
    const blockFiles: readonly string[] = BLOCKS.map((name) => `${name}.yaml`);
    for (const entry of listFolder(this.#folder)) {
      if (blockFiles.includes(entry.name)) continue;
      if (entry.isFolder || !entry.name.endsWith('.yaml')) {
        if (entry.isFolder || isYamlName(entry.name))
          this.#problems.add({
            code: 'file-unexpected',
            message: 'nothing reads this',
            file: shownPath(this.#root, entry.path),
            hint: 'an endpoint is written in <endpoint>.yaml',
          });
        continue;
      }
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
          `the endpoint ${name} is declared a second time`,
          data as object,
          'endpoint',
          'value',
          `first in ${names.get(name)?.where ?? ''}`,
        );
      else names.add(name, { where: document.file });
      if (document === undefined || !this.#closed(document, 'endpoint')) continue;
      if (validate(document, 'endpoint')) accepted.push({ document, raw: document.data as unknown as RawEndpoint });
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

/** Cases of the operation that gives the token, which stand beside what is sent to it. */
function casesOfToken(scope: EndpointScope, token: ValidFile<RawToken> | undefined): readonly DeclaredCase[] {
  const gives = Object.entries(scope.raw.operations).some(([name, { kind = name }]) => kind === 'token');
  if (!gives || token?.raw.cases === undefined) return [];
  const { document, raw } = token;
  checkCases({ ...scope, document, raw: { ...scope.raw, ...defined({ cases: raw.cases }) } });
  return buildCases(document, raw.cases);
}

function practicesOf({ document, raw }: ValidFile<RawBindings>): readonly Practice[] {
  const practices = raw.practices ?? [];
  return practices.map((rules, index) => ({ rules, at: document.at(practices, index) }));
}

/** The wrapping members, where the service wraps at all; the schema sees to it that all four are there or none. */
function envelopeOf(raw: RawEnvelope): EnvelopeBlock | undefined {
  return raw.correlation === undefined
    ? undefined
    : (membersOf(raw, ['correlation', 'success', 'result', 'messages']) as EnvelopeBlock);
}
