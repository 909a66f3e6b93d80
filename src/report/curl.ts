/**
 * Commands that repeat what was done, ready for a POSIX shell. What is recorded is redacted already; here every place
 * where a secret would go becomes a variable, so that the command works once the reader sets it, and nothing can leak
 * even if a recorder missed one.
 */
import type { RecordedRequest } from '../exchange/model.ts';
import type { ReportCheck } from './model.ts';

const SECRET_NAME = /authori[sz]ation|cookie|token|secret|password|api[-_]?key|assertion|client[-_]?id|credential/i;
const REDACTED = /redacted|^[*•x]{3,}$|‹[^›]*›/i;
const JWT = /\beyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)?/g;
/** Headers that curl makes itself. */
const OWN = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'accept-encoding', 'keep-alive']);

export function curlCommand(request: RecordedRequest): string {
  const lines: string[] = [];
  const method = request.method.toUpperCase();
  const how = method === 'HEAD' ? ' --head' : method === 'GET' && request.body === undefined ? '' : ` --request ${quote(request.method)}`;
  lines.push(`curl --include --globoff --path-as-is${how} ${quoteWithSecrets(maskQuery(request.url))}`);
  for (const [name, value] of request.headers) {
    if (OWN.has(name.toLowerCase())) continue;
    lines.push(`  --header ${headerArgument(name, value)}`);
  }
  if (request.body !== undefined && request.body !== '') lines.push(`  --data-raw ${bodyArgument(request)}`);
  return lines.join(' \\\n');
}

/** Exactly what repeats one check. */
export function runCommand(target: string, check: Pick<ReportCheck, 'id' | 'spec'>): string {
  return `npx plumbline run --target ${word(target)} --spec ${word(check.spec)} --only ${quote(check.id)}`;
}

function headerArgument(name: string, value: string): string {
  if (!SECRET_NAME.test(name) && !REDACTED.test(value)) return value === '' ? quote(`${name};`) : quoteWithSecrets(mask(`${name}: ${value}`));
  const scheme = /^(Bearer|Basic|DPoP)\s/i.exec(value)?.[1];
  return quoteWithSecrets(`${mask(name)}: ${scheme === undefined ? '' : `${scheme} `}${variable(name)}`);
}

function bodyArgument(request: RecordedRequest): string {
  const body = request.body ?? '';
  const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
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
  if (rest === '' || type || (!SECRET_NAME.test(name) && !REDACTED.test(decode(rest)))) return mask(parameter);
  return `${mask(name)}=${variable(name)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Around a variable until the words are quoted: characters for private use, taken out of everything recorded. */
const OPEN = '\ue000';
const CLOSE = '\ue001';

function variable(name: string): string {
  const plain = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return `${OPEN}${/^[A-Z]/.test(plain) ? plain : `SECRET_${plain}`}${CLOSE}`;
}

function mask(text: string): string {
  return text.replace(/[\ue000\ue001]/g, '').replace(JWT, variable('token'));
}

function word(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : quote(text);
}

/** One shell word, whatever the text: nothing in it is expanded. */
export function quote(text: string): string {
  // A terminal obeys control characters even inside quotes; spelled out they are only data.
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

/** As `quote`, with each secret left to the shell: `'authorization: Bearer '"$ACCESS_TOKEN"`. */
function quoteWithSecrets(text: string): string {
  return text
    .split(/(\ue000\w+\ue001)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(OPEN) ? `"$${part.slice(1, -1)}"` : quote(part)))
    .join('');
}
