/** `plumbline init`: a draft contract from an OpenAPI document or one endpoint. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { COMMAND, pluralize } from '../model/text.ts';
import { isSuccessStatus } from '../model/success.ts';
import type { Json } from '../model/json.ts';
import { BadInput } from '../errors.ts';
import { draftContract, omissionText } from '../init/draft.ts';
import type { Draft } from '../init/draft-model.ts';
import { kebabCase } from '../init/names.ts';
import { type ProjectFiles, type DraftNames, DRAFT_TARGET, environmentHeaders, withModelines } from '../init/files.ts';
import { documentFromResponses, type ObservedResponse } from '../init/observed.ts';
import { uncheckedText } from '../init/unchecked.ts';
import { newProject, writeFiles } from '../init/project.ts';
import { suiteFiles } from '../init/suites.ts';
import type { ApiDocument } from '../openapi/document.ts';
import { isFieldName, headerValueFault } from '../model/headers.ts';
import { findRule } from '../rules/registry.ts';
import { updateLocks } from '../versions/locks.ts';
import { fetchOnce, readPublishedDocument } from '../openapi/published.ts';
import { projectRoot } from '../project/package.ts';
import { printWrapped } from '../project/terminal.ts';

interface InitOptions {
  readonly openapi?: string;
  readonly endpoint?: readonly string[];
  readonly header?: readonly string[];
  readonly service?: string;
  readonly spec?: string;
  readonly bearerEnv?: string;
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function initCommand(): Command {
  return new Command('init')
    .description('Creates a project for a new service: drafts specs, contracts and a target.')
    .argument('<dir>', 'folder of the new project; created if it does not exist')
    .option('--openapi <file|url>', 'OpenAPI 3.0, OpenAPI 3.1 or Swagger 2.0 document of the service')
    .option('--endpoint <url>', 'running endpoint that returns JSON for a GET; repeatable', append)
    .option('--header <header>', 'header that every request needs, as "Name: value"; repeatable', append)
    .option('--service <name>', 'name of the service (default: from the title or the host)')
    .option('--spec <version>', 'version of its specification (default: the version of the document, or 1.0.0)')
    .option('--bearer-env <name>', 'environment variable with an access token', 'SERVICE_TOKEN')
    .addHelpText(
      'after',
      '\nThe result is a draft. Its requirements are assumed and do not block until you write "basis: documented" in specs/. init lists\neverything that it left out of the contracts, and everything that it inferred from names only.\n\nRequests use the proxy in HTTPS_PROXY or HTTP_PROXY, except for hosts in NO_PROXY.\n\nExamples:\n  npx @plumbline/harness init acme --openapi acme.yaml\n  npx @plumbline/harness init acme --endpoint https://acme.example/books --endpoint https://acme.example/books/17 --header "X-Tenant: acme"',
    )
    .action(init);
}

function append(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The folders of a project. */
const PROJECT_FOLDERS = ['specs', 'contracts', 'targets'];

async function init(dir: string, options: InitOptions): Promise<void> {
  const folder = path.resolve(dir);
  const there = PROJECT_FOLDERS.find((name) => existsSync(path.join(folder, name)));
  if (there !== undefined)
    throw BadInput.of('project-there', `${path.join(dir, there)} already exists`, {
      hint: 'Choose a folder without a project: init overwrites no files.',
    });
  if ((options.openapi === undefined) === (options.endpoint === undefined))
    throw BadInput.of('bad-option', 'init needs either --openapi or --endpoint', {
      hint: 'Use --openapi for an OpenAPI document, or --endpoint for a running endpoint.',
    });
  const [first] = options.endpoint ?? [];
  const source = options.openapi ?? first ?? '';
  const headers = headersOf(options.header ?? []);
  const document =
    options.openapi === undefined
      ? await observeEndpoints(options, headers)
      : await readPublishedDocument(source, process.env);
  const service = options.service ?? kebabCase(document.title === '' ? 'service' : document.title);
  if (!NAME.test(service))
    throw BadInput.of('bad-option', `"${service}" is not a valid service name`, {
      hint: 'Use lower-case words joined with hyphens, such as student-reporting.',
    });
  const draft = draftContract(document, service, options.bearerEnv ?? 'SERVICE_TOKEN');
  const spec = options.spec ?? (document.version === '' ? '1.0.0' : document.version);
  const naming = {
    service,
    spec,
    source: path.basename(source.replace(/[?#].*$/, '')) || source,
    headers: headers.map(({ name }) => name),
  };
  const made = newProject(draft, naming, findRule);
  const suites = [...suiteFiles(made.draft, naming)].filter(([name]) => !existsSync(path.join(folder, name)));
  writeFiles(folder, new Map([...withSchemaComments(made.files, folder), ...suites]));
  ignoreReports(folder);
  updateLocks(folder);
  printWrapped(`${wordsOf(dir, naming, made.draft, made.checks).join('\n')}\n`);
}

/** Writes a .gitignore for the files of runs, unless there is one. */
function ignoreReports(folder: string): void {
  const file = path.join(folder, '.gitignore');
  if (!existsSync(file)) writeFileSync(file, 'reports/\n.plumbline/\n');
}

interface GivenHeader {
  readonly name: string;
  readonly value: string;
}

function headersOf(written: readonly string[]): readonly GivenHeader[] {
  return written.map((one) => {
    const [, name = '', value] = /^([^:]*):\s*(\S[^]*)$/.exec(one) ?? [];
    if (!isFieldName(name) || value === undefined)
      throw BadInput.of('bad-option', '--header needs a name and a value', {
        hint: 'Example: --header "X-Tenant: acme".',
      });
    refuseValue(value, `the value of ${name} in --header`);
    return { name, value };
  });
}

/** Throws `BadInput` without the value, which may be a secret. */
function refuseValue(value: string, what: string): void {
  const holds = headerValueFault(value);
  if (holds !== undefined)
    throw BadInput.of('bad-option', `${what} contains ${holds}`, { hint: 'An HTTP header cannot contain it.' });
}

function wordsOf(dir: string, naming: DraftNames, draft: Draft, checks: number): readonly string[] {
  const operations = draft.endpoints.reduce((sum, endpoint) => sum + Object.keys(endpoint.operations).length, 0);
  const unnamed = Object.entries(draft.records).filter(([, members]) => Object.keys(members).length === 0);
  return [
    `${dir}: ${naming.service} ${naming.spec}, ${pluralize(operations, 'operation')} of ${pluralize(draft.endpoints.length, 'endpoint')}, ${pluralize(checks, 'check')}`,
    ...section('Left out:', draft.leftOut.map(omissionText)),
    ...section('Not in the contracts:', draft.unsaid.map(omissionText)),
    ...section(
      'Inferred from names only; correct the contracts if it is wrong:',
      draft.endpoints.flatMap(({ name, inferred }) => inferred.map((what) => `${name}: ${what}`)),
    ),
    ...section(
      `Open questions, to answer under "answers:" in targets/${DRAFT_TARGET}/target.yaml:`,
      draft.points.map(({ id, question }) => `${id}: ${question}`),
    ),
    ...section(
      `No operation creates these records. Give an existing one under "records:" of the service in targets/${DRAFT_TARGET}/target.yaml:`,
      unnamed.map(([endpoint]) => `${endpoint}: { members: { ${uidOf(draft, endpoint)}: … } }`),
    ),
    '',
    'Next, in that folder:',
    `  ${COMMAND} plan --target ${DRAFT_TARGET}    prints the number of test cases and checks`,
    ...(draft.server === undefined && draft.template === undefined ? [`  SERVICE_URL=https://…${draft.below}`] : []),
    ...draft.ways.variables.map(({ name, holds }) => `  ${name}=…    ${holds}`),
    ...environmentHeaders(draft, naming).map(({ name, variable }) => `  ${variable}=…    what ${name} says`),
    `  ${COMMAND} run --target ${DRAFT_TARGET}     tests the service and writes reports/latest/`,
    ...section(
      'In the document but not checked; the file of each endpoint has the full list:',
      uncheckedText(
        draft.endpoints.flatMap(({ name, unchecked }) =>
          unchecked.map(({ what, where }) => ({ what, where: / /.test(where) ? where : `${name}/${where}` })),
        ),
        MAX_PLACES,
      ),
    ),
  ];
}

/** Maximum number of places per message. */
const MAX_PLACES = 4;

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `  ${line}`)];
}

function uidOf({ endpoints }: Draft, endpoint: string): string {
  return endpoints.find(({ name }) => name === endpoint)?.uid ?? 'id';
}

/** Adds the schema comment if Plumbline is installed above the folder: other paths would be those of this machine. */
function withSchemaComments(files: ProjectFiles, folder: string): ProjectFiles {
  const schemas = path.join(import.meta.dirname, '..', 'schema', 'editor');
  const home = schemas.includes(`${path.sep}node_modules${path.sep}`)
    ? schemas.slice(0, schemas.indexOf(`${path.sep}node_modules${path.sep}`))
    : projectRoot(import.meta.dirname);
  if (!`${folder}${path.sep}`.startsWith(`${home}${path.sep}`)) return files;
  return withModelines(files, (file, schema) =>
    path
      .relative(path.dirname(path.join(folder, file)), path.join(schemas, `${schema}.schema.json`))
      .split(path.sep)
      .join('/'),
  );
}

async function observeEndpoints(options: InitOptions, headers: readonly GivenHeader[]): Promise<ApiDocument> {
  const [first, ...others] = options.endpoint ?? [];
  const seen = [await observeEndpoint(first ?? '', options, headers)] as [ObservedResponse, ...ObservedResponse[]];
  for (const url of others) {
    if (URL.canParse(url) && new URL(url).origin !== new URL(seen[0].url).origin)
      throw BadInput.of('bad-option', `${url} and ${seen[0].url} belong to different services`, {
        hint: 'All --endpoint addresses must belong to one service.',
      });
    seen.push(await observeEndpoint(url, options, headers));
  }
  return documentFromResponses(seen);
}

async function observeEndpoint(
  url: string,
  options: InitOptions,
  given: readonly GivenHeader[],
): Promise<ObservedResponse> {
  if (!/^https?:\/\/[^/]/.test(url))
    throw BadInput.of('bad-option', `--endpoint needs an http or https address, got "${url}"`, {
      hint: 'Example: https://acme.example/books.',
    });
  const variable = options.bearerEnv ?? 'SERVICE_TOKEN';
  const token = process.env[variable];
  if (token !== undefined) refuseValue(token, `the environment variable ${variable}`);
  const asking = {
    accept: 'application/json',
    ...omitUndefined({ authorization: mapOptional(token, (it) => `Bearer ${it}`) }),
    ...Object.fromEntries(given.map(({ name, value }) => [name, value])),
  };
  const { status, headers, text } = await fetchOnce(url, asking, process.env);
  const hint =
    status === 401
      ? 'Set an environment variable to an access token, and give its name with --bearer-env.'
      : 'Give an address that returns JSON for a GET.';
  if (!isSuccessStatus(status)) throw BadInput.of('endpoint-refuses', `GET ${url} returned ${status}`, { hint });
  try {
    return { url, status, headers, body: JSON.parse(text) as Json, secured: token !== undefined };
  } catch {
    throw BadInput.of('endpoint-not-json', `GET ${url} returned no JSON`, { hint });
  }
}
