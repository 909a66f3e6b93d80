/** `plumbline init`: a new service under contract, from its OpenAPI document or from one running endpoint. */
import { defined, maybe } from '../record/defined.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { COMMAND } from '../record/command.ts';
import { isSuccessful } from '../record/success.ts';
import type { Json } from '../record/json.ts';
import { BadInput } from '../errors.ts';
import { draftOf } from '../init/draft.ts';
import { kebab } from '../init/draft-resources.ts';
import { TARGET } from '../init/files.ts';
import { documentOf } from '../init/observed.ts';
import type { Files } from '../init/files.ts';
import { withModelines } from '../init/modeline.ts';
import { newProject, writeFiles } from '../init/project.ts';
import type { ApiDocument } from '../openapi/document.ts';
import { count } from '../report/words.ts';
import { findRule } from '../rules/registry.ts';
import { updateLocks } from '../versions/locks.ts';
import { ask, readPublished } from '../openapi/published.ts';
import { projectRoot } from '../project/root.ts';
import { show } from '../project/say.ts';

interface InitOptions {
  readonly openapi?: string;
  readonly endpoint?: string;
  readonly service?: string;
  readonly spec?: string;
  readonly bearerEnv?: string;
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function initCommand(): Command {
  return new Command('init')
    .description('Puts a new service under contract: writes specs, contracts and a target.')
    .argument('<dir>', 'a folder without a project; it is made where it is not there')
    .option('--openapi <file|url>', 'an OpenAPI 3.0 or 3.1 or Swagger 2.0 document of the service')
    .option('--endpoint <url>', 'one running endpoint that answers a GET with JSON')
    .option('--service <name>', 'name of the service (default: made of the title or the host)')
    .option('--spec <version>', "version of its specification (default: the document's, else 1.0.0)")
    .option('--bearer-env <name>', 'variable of the environment that holds an access token', 'SERVICE_TOKEN')
    .addHelpText(
      'after',
      '\nWhat it writes is a draft: every requirement begins as assumed, so that nothing of it blocks before somebody has read it.\nWhat a contract cannot say is left out and told.\n\nExamples:\n  plumbline init acme --openapi acme.yaml\n  plumbline init acme --endpoint https://acme.example/books --service acme',
    )
    .action(init);
}

/** The folders of a project. */
const WRITTEN = ['specs', 'contracts', 'targets'];

async function init(dir: string, options: InitOptions): Promise<void> {
  const folder = path.resolve(dir);
  const there = WRITTEN.find((name) => existsSync(path.join(folder, name)));
  if (there !== undefined)
    throw BadInput.of('project-there', `${path.join(dir, there)} is there already`, {
      hint: 'Give a folder without a project: nothing is overwritten.',
    });
  if ((options.openapi === undefined) === (options.endpoint === undefined))
    throw BadInput.of('bad-option', 'give either --openapi or --endpoint', {
      hint: 'One says where the OpenAPI document is, the other asks one running endpoint.',
    });
  const source = options.openapi ?? options.endpoint ?? '';
  const document = options.openapi === undefined ? await observed(source, options) : await readPublished(source);
  const draft = draftOf(document);
  const service = options.service ?? kebab(document.title === '' ? 'service' : document.title);
  if (!NAME.test(service))
    throw BadInput.of('bad-option', `"${service}" is no name for a service`, {
      hint: 'Lower-case words with hyphens between them, such as student-reporting.',
    });
  const spec = options.spec ?? (document.version === '' ? '1.0.0' : document.version);
  const naming = {
    service,
    spec,
    source: path.basename(source.replace(/[?#].*$/, '')) || source,
    bearer: options.bearerEnv ?? 'SERVICE_TOKEN',
  };
  const made = newProject(draft, naming, findRule);
  writeFiles(folder, known(made.files, folder));
  updateLocks(folder);
  const operations = draft.endpoints.reduce((sum, endpoint) => sum + Object.keys(endpoint.operations).length, 0);
  const lines = [
    `${dir}: ${service} ${spec}, ${count(operations, 'operation')} of ${count(draft.endpoints.length, 'endpoint')} under contract, ${count(made.checks, 'check')}`,
    ...(draft.leftOut.length === 0 ? [] : ['', 'Left out:', ...draft.leftOut.map((line) => `  ${line}`)]),
    ...(draft.notes.length === 0 ? [] : ['', 'To look at:', ...draft.notes.map((line) => `  ${line}`)]),
    '',
    'Next, in that folder:',
    `  ${COMMAND} plan --target ${TARGET}    what would be sent`,
    ...(draft.server === undefined ? [`  SERVICE_URL=https://…`] : []),
    ...(draft.secured ? [`  ${naming.bearer}=…    an access token`] : []),
    `  ${COMMAND} run --target ${TARGET}     sends it, and writes reports/latest/`,
  ];
  show(`${lines.join('\n')}\n`);
}

/** With the schema of each named, where Plumbline is installed above the folder: from elsewhere the path would be this machine's. */
function known(files: Files, folder: string): Files {
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

async function observed(url: string, options: InitOptions): Promise<ApiDocument> {
  if (!/^https?:\/\/[^/]/.test(url))
    throw BadInput.of('bad-option', `--endpoint takes an address, not "${url}"`, {
      hint: 'Such as https://acme.example/books.',
    });
  const token = process.env[options.bearerEnv ?? 'SERVICE_TOKEN'];
  const { status, text } = await ask(url, {
    accept: 'application/json',
    ...defined({ authorization: maybe(token, (it) => `Bearer ${it}`) }),
  });
  const hint =
    status === 401
      ? 'Put an access token into the environment and name the variable with --bearer-env.'
      : 'Give an address that answers a GET with JSON.';
  if (!isSuccessful(status)) throw BadInput.of('endpoint-refuses', `${url} answers ${status}`, { hint });
  try {
    return documentOf({ url, status, body: JSON.parse(text) as Json, secured: token !== undefined });
  } catch {
    throw BadInput.of('endpoint-not-json', `${url} does not answer with JSON`, { hint });
  }
}
