/**
 * Shell commands that repeat a run, a check or a request. Recorded requests are redacted already. Each secret becomes a shell variable, so
 * that the command works when the user sets it, and no missed secret leaks.
 */
import { COMMAND, decodePercent } from '../model/text.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { firstHeader } from '../model/headers.ts';
import { maskJwts } from '../model/jwt.ts';
import type { RecordedRequest } from '../model/exchange.ts';
import type { ReportCheck, RunInfo } from './model.ts';
import { oneLine } from './text.ts';

type StartedRun = Pick<RunInfo, 'target' | 'asked'>;
type PlacedCheck = Pick<ReportCheck, 'service' | 'spec'>;

const SECRET_NAME = /authori[sz]ation|cookie|token|secret|password|api[-_]?key|assertion|client[-_]?id|credential/i;
const REDACTED = /redacted|^[*•x]{3,}$|‹[^›]*›/i;
/** Headers that curl sets. */
const CURL_HEADERS = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'keep-alive',
]);

export function curlCommand(request: RecordedRequest): string {
  const lines: string[] = [];
  const method = request.method.toUpperCase();
  const methodOption =
    method === 'HEAD'
      ? ' --head'
      : method === 'GET' && request.body === undefined
        ? ''
        : ` --request ${quoteForShell(request.method)}`;
  lines.push(`curl --include --globoff --path-as-is${methodOption} ${quoteWithSecrets(maskQuery(request.url))}`);
  for (const [name, value] of request.headers) {
    if (CURL_HEADERS.has(name.toLowerCase())) continue;
    lines.push(`  --header ${headerArgument(name, value)}`);
  }
  if (request.body !== undefined && request.body !== '') lines.push(`  --data-raw ${bodyArgument(request)}`);
  return lines.join(' \\\n');
}

/** Command that repeats one check with the target, faults and policy of the run. */
export function repeatCheckCommand(run: StartedRun, check: PlacedCheck & Pick<ReportCheck, 'id'>): string {
  return `${COMMAND} run ${versionOptions(run, check)}${faultOption(run)}${run.asked?.policy === undefined ? '' : ` --policy ${word(run.asked.policy)}`} --only ${quoteForShell(check.id)}`;
}

/** Command that sends the exchanges of one check again and prints them. */
export function resendCommand(run: StartedRun, check: PlacedCheck & Pick<ReportCheck, 'id'>): string {
  return `${COMMAND} send ${quoteForShell(check.id)} --target ${targetOf(run)} --spec ${word(check.spec)}${faultOption(run)}`;
}

/** Command that explains a check with the answers of the target. */
export function explainCheckCommand(run: StartedRun, { id, spec }: Pick<ReportCheck, 'id' | 'spec'>): string {
  return `${COMMAND} explain ${oneLine(id, 400)} --target ${targetOf(run)} --spec ${word(spec)}`;
}

/** Command that sets the shell variable of the access token in `curlCommand`. */
export function tokenVariableCommand(run: StartedRun, check: PlacedCheck): string {
  return `eval "$(${signInCommand(run, check)})"`;
}

/** Command that requests an access token and prints the error, if any. */
export function signInCommand(run: StartedRun, check: PlacedCheck): string {
  return `${COMMAND} token ${versionOptions(run, check)}`;
}

/** Command that repeats the run. */
export function rerunCommand({ target, asked, selection = {} }: StartedRun & Pick<RunInfo, 'selection'>): string {
  const { faults, policy, out } = asked ?? {};
  const { service, spec, only, shard } = selection;
  const options: readonly (readonly [string, string | undefined])[] = [
    ['target', targetOf({ target, ...omitUndefined({ asked }) })],
    ['service', mapOptional(service, word)],
    ['spec', mapOptional(spec?.join(','), word)],
    ['only', mapOptional(only, quoteForShell)],
    ['shard', shard],
    ['fault', mapOptional(faults?.join(','), word)],
    ['policy', mapOptional(policy, word)],
    ['out', out === USUAL_OUT ? undefined : mapOptional(out, word)],
  ];
  const optionTexts = options.flatMap(([name, value]) => (value === undefined ? [] : [` --${name} ${value}`]));
  return `${COMMAND} run${optionTexts.join('')}`;
}

const USUAL_OUT = 'reports/latest';

/** Command that completes a stopped run. */
export function resumeCommand(out: string): string {
  return `${COMMAND} run --resume ${word(out)}`;
}

/** Command that deletes orphaned records and restores resources. The list in the file names the target. */
export function cleanupCommand(file: string): string {
  return `${COMMAND} run --clean ${word(file)}`;
}

function versionOptions(run: StartedRun, check: PlacedCheck): string {
  return `--target ${targetOf(run)} --service ${word(check.service)} --spec ${word(check.spec)}`;
}

function faultOption({ asked }: StartedRun): string {
  return asked?.faults === undefined ? '' : ` --fault ${word(asked.faults.join(','))}`;
}

function headerArgument(name: string, value: string): string {
  if (!SECRET_NAME.test(name) && !REDACTED.test(value))
    return value === '' ? quoteForShell(`${name};`) : quoteWithSecrets(mask(`${name}: ${value}`));
  // `plumbline token` prints the scheme together with a value that is not recorded.
  const scheme = REDACTED.test(value) ? undefined : /^(Bearer|Basic|DPoP)\s/i.exec(value)?.[1];
  return quoteWithSecrets(`${mask(name)}: ${scheme === undefined ? '' : `${scheme} `}${variable(name)}`);
}

function bodyArgument(request: RecordedRequest): string {
  const body = request.body ?? '';
  const type = firstHeader(request, 'content-type') ?? '';
  if (!/x-www-form-urlencoded/i.test(type)) return quoteWithSecrets(mask(body));
  return quoteWithSecrets(body.split('&').map(maskParameter).join('&'));
}

function maskQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0
    ? mask(url)
    : `${mask(url.slice(0, at))}?${url
        .slice(at + 1)
        .split('&')
        .map(maskParameter)
        .join('&')}`;
}

function maskParameter(parameter: string): string {
  const name = parameter.split('=', 1)[0] ?? '';
  const rest = parameter.slice(name.length + 1);
  const type = /_type$/i.test(name);
  if (rest === '' || type || (!SECRET_NAME.test(name) && !REDACTED.test(decodePercent(rest) ?? rest)))
    return mask(parameter);
  return `${mask(name)}=${variable(name)}`;
}

/** Delimiters of shell variables until quoting: private use characters, which are removed from recorded text. */
const OPEN = '\ue000';
const CLOSE = '\ue001';

function variable(name: string): string {
  return `${OPEN}${shellVariableName(name)}${CLOSE}`;
}

/** Shell variable of a header value. */
export function shellVariableName(header: string): string {
  const plain = header
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[A-Z]/.test(plain) ? plain : `SECRET_${plain}`;
}

function mask(text: string): string {
  return maskJwts(text.replace(/[\ue000\ue001]/g, ''), variable('token'), 1);
}

/** Target as it was given on the command line; the name in the target file is untrusted text. */
function targetOf({ target, asked }: StartedRun): string {
  return word(oneLine(asked?.target ?? target, 400));
}

function word(text: string): string {
  return /^[\w./:@,-]+$/.test(text) ? text : quoteForShell(text);
}

/** Quotes a text as one shell word without any expansion. */
export function quoteForShell(text: string): string {
  // Terminals interpret control characters inside quotes, too, so they are escaped.
  const characters = text.split('');
  if (characters.some(isControl)) return `$'${characters.map(escapeAnsi).join('')}'`;
  return `'${text.replace(/'/g, String.raw`'\''`)}'`;
}

function escapeAnsi(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  return isControl(character) ? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}` : character;
}

function isControl(character: string): boolean {
  const code = character.charCodeAt(0);
  return (code < 0x20 && character !== '\t' && character !== '\n') || code === 0x7f;
}

/** Quotes a text like `quoteForShell`, except for its shell variables: `'authorization: Bearer '"$ACCESS_TOKEN"`. */
function quoteWithSecrets(text: string): string {
  return text
    .split(/(\ue000\w+\ue001)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(OPEN) ? `"$${part.slice(1, -1)}"` : quoteForShell(part)))
    .join('');
}
