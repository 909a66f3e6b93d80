/** Reads published OpenAPI documents from files and URLs, and sends single GET requests. */
import { connectionFromEnvironment } from '../http/connection.ts';
import { explainUnreachable, type Transport, TransportFailure, type WireResponse } from '../http/transport.ts';
import { firstHeader, type HeaderList } from '../model/headers.ts';
import { isWithin } from '../load/read-file.ts';
import { BadInput } from '../errors.ts';
import { readBytes } from '../project/files.ts';
import { undiciTransport } from '../http/undici-transport.ts';
import { withReferencedFiles } from './bundle.ts';
import { type ApiDocument, parseApiDocument } from './document.ts';

/** Request timeout. */
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;

/**
 * Reads a document from a file or an http(s) URL. Throws `BadInput` with a hint.
 * @param env environment with the proxy settings
 */
export async function readPublishedDocument(source: string, env: NodeJS.ProcessEnv): Promise<ApiDocument> {
  const isAddress = /^https?:\/\//i.test(source);
  const text = isAddress ? await textAt(source, env) : await withReferencedFiles(source, fileText(source));
  return parseApiDocument(
    text.replace(/^\uFEFF/, ''),
    isAddress ? publicUrl(source) : source,
    isAddress || isWithin('.', source),
  );
}

function fileText(file: string): string {
  try {
    return readBytes(file).toString('utf8');
  } catch (error) {
    throw BadInput.of('file-unreadable', `${file} cannot be read: ${fileErrorReason(error)}`, {
      hint: 'Give a file, or an address that starts with http:// or https://.',
    });
  }
}

/** Reason why a file cannot be read or written. */
export function fileErrorReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    EFTYPE: 'it is a pipe or a device',
    EFBIG: 'it is too large',
    EEXIST: 'a folder in its path is a file',
    ENOTDIR: 'a part of its path is not a folder',
    EROFS: 'the disk is read-only',
  };
  return reasons[code] ?? (code === '' ? 'the operating system rejected it' : code);
}

/** URL without possible secrets. */
function publicUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

async function textAt(address: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { status, text } = await fetchOnce(address, { accept: 'application/json, application/yaml, */*' }, env);
  if (status === 200) return text;
  const needsToken = status === 401 || status === 403;
  throw BadInput.of('address-refuses', `GET ${publicUrl(address)} returned ${status}`, {
    hint: needsToken
      ? 'The address requires a token. Download the document with one and give the file.'
      : 'Check the address. Or download the document and give the file.',
  });
}

/** Response to one GET. Throws `BadInput` if the server does not respond. */
export async function fetchOnce(
  address: string,
  headers: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly status: number; readonly headers: HeaderList; readonly text: string }> {
  if (!URL.canParse(address))
    throw BadInput.of('address-broken', `${address} is not a valid address`, {
      hint: 'Example: https://service.example/openapi.json.',
    });
  const transport = undiciTransport(1, undefined, connectionFromEnvironment(env, address));
  try {
    const response = await followRedirects(transport, address, Object.entries(headers));
    return { status: response.status, headers: response.headers, text: response.body.toString('utf8') };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const { cause, hint } = explainUnreachable(error, new URL(address).origin, 'HTTPS_PROXY');
    throw BadInput.of('address-silent', cause, { hint });
  } finally {
    await transport.close();
  }
}

/** Response after a few redirects. */
async function followRedirects(transport: Transport, address: string, headers: HeaderList): Promise<WireResponse> {
  let url = address;
  for (let hops = 0; ; hops += 1) {
    const response = await transport.send(
      {
        method: 'GET',
        url,
        headers: new URL(url).origin === new URL(address).origin ? headers : publicHeaders(headers),
      },
      TIMEOUT_MS,
    );
    const location = firstHeader(response, 'location');
    const next =
      [301, 302, 303, 307, 308].includes(response.status) && location !== undefined && URL.canParse(location, url)
        ? new URL(location, url)
        : undefined;
    if (next === undefined || hops === MAX_REDIRECTS || !/^https?:$/.test(next.protocol)) return response;
    url = next.href;
  }
}

/** Headers that may be sent to another origin: without tokens and tenant names. */
function publicHeaders(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => name.toLowerCase() === 'accept');
}
