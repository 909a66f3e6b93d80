/** Builds the bytes of a request body, with its planned fault. */
import type { Json } from '../model/json.ts';
import type { FilePart } from '../load/model.ts';
import type { Body, RequestTemplate, TextMutation, Value } from '../plan/model.ts';
import { type Resolution, resolveValue, UnresolvedReference } from './resolve-values.ts';
import type { Destination } from './model.ts';
import { forgedAssertion, validAssertion, repeatingAssertion, assertionSettings } from './tokens.ts';
import { notSentFailure } from './transport.ts';

export interface BuiltBody {
  readonly bytes: Buffer;
  readonly type: string;
  readonly json?: Json;
  /** The JWT of a token request. */
  readonly assertion?: string;
}

/** @param shown form parameters that carry credentials */
export async function buildBody(
  { body, media = 'application/json' }: Pick<RequestTemplate, 'body' | 'media'>,
  to: Destination,
  resolution: Resolution,
  shown: readonly (readonly [string, string])[] = [],
): Promise<BuiltBody | undefined> {
  switch (body?.kind) {
    case undefined:
      return undefined;
    case 'text':
      return {
        bytes: Buffer.from(body.fill === undefined ? body.text : body.text.replace('…', paddingOf(body.fill))),
        type: body.type ?? media,
      };
    case 'multipart':
      return multipart(
        body.parts.map(([name, value]) => [name, String(resolveValue(value, resolution))]),
        body.files,
      );
    case 'bytes':
      return { bytes: Buffer.from(body.base64, 'base64'), type: body.type };
    case 'json': {
      const json = resolveValue(body.value, resolution);
      const text = JSON.stringify(json);
      const written =
        body.raw === undefined ? text : text.replace(JSON.stringify(body.raw.marker), () => body.raw?.text ?? '');
      // RFC 8259 §2: whitespace after the first bracket changes only the length.
      const filled =
        body.fill === undefined ? written : `${written.slice(0, 1)}${paddingOf(body.fill)()}${written.slice(1)}`;
      return {
        bytes: Buffer.from(body.mutation === undefined ? filled : mutate(filled, body.mutation)),
        type: body.type ?? media,
        json,
      };
    }
    case 'form': {
      const assertion = body.assertion === undefined ? '' : await buildAssertion(body, to, resolution);
      const pairs = body.parameters.map(([name, value]) => {
        const isAssertion = typeof value === 'object' && value !== null && '$assertion' in value;
        return [name, isAssertion ? assertion : String(resolveValue(value, resolution))] as [string, string];
      });
      const clientId = to.service.identityProvider?.clientId;
      const isSignIn = body.assertion !== undefined || body.client === true;
      if (isSignIn && clientId !== undefined && !pairs.some(([n]) => n === 'client_id'))
        pairs.push(['client_id', clientId]);
      for (const [name, value] of shown) pairs.push([name, value]);
      const isJson = body.written === 'json';
      return {
        bytes: Buffer.from(isJson ? JSON.stringify(Object.fromEntries(pairs)) : new URLSearchParams(pairs).toString()),
        type: isJson ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(body.assertion === undefined ? {} : { assertion }),
      };
    }
  }
}

async function buildAssertion(
  body: Extract<Body, { kind: 'form' }>,
  to: Destination,
  resolution: Resolution,
): Promise<string> {
  const template = body.assertion ?? {};
  if (template.again !== undefined) {
    const sent = resolution.resultOf?.(template.again)?.assertion;
    if (sent === undefined) throw new UnresolvedReference(template.again, '', 'no assertion');
    return sent;
  }
  const settings = to.service.identityProvider;
  if (settings === undefined) throw notSentFailure('no-token', 'the target names no identity provider');
  const party = to.signIn.party(template.as ?? 'own');
  const signer = template.signer === undefined ? party : to.signIn.party(template.signer);
  const now = Math.floor(resolution.now / 1000);
  const known = assertionSettings(to.assertion.algorithm, party, settings);
  const own = validAssertion(to.assertion, known, now);
  const good =
    signer === party
      ? own
      : {
          ...own,
          header: validAssertion(to.assertion, assertionSettings(to.assertion.algorithm, signer, settings), now).header,
        };
  const named: Readonly<Record<string, string>> = known;
  const ofAssertion = { ...resolution, setting: (name: string) => named[name] ?? resolution.setting?.(name) };
  const resolveAll = (values: Readonly<Record<string, Value>> | undefined): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, resolveValue(value, ofAssertion)]));
  const without = (
    record: Readonly<Record<string, unknown>>,
    names: readonly string[] | undefined,
  ): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(record).filter(([name]) => names?.includes(name) !== true));
  const parts = {
    header: without({ ...good.header, ...resolveAll(template.header) }, template.removeHeader),
    claims: without({ ...good.claims, ...resolveAll(template.claims) }, template.removeClaims),
  };
  const token =
    template.twice !== undefined
      ? repeatingAssertion(parts, resolveAll(template.twice), signer.privateKey)
      : await forgedAssertion(template, parts, signer.privateKey);
  to.redactor.learn(token);
  return token;
}

const BOUNDARY = 'plumbline-7MA4YWxkTrZu0gW';

/** RFC 7578: a part for each field and each file. */
function multipart(
  parts: readonly (readonly [string, string])[],
  files: readonly (readonly [string, FilePart])[] = [],
): BuiltBody {
  const quoted = (name: string): string => `"${name.replaceAll('"', '%22')}"`;
  const head = (name: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; name=${quoted(name)}`;
  const texts = parts.map(([name, value]) => `${head(name)}\r\n\r\n${value}\r\n`);
  const others = files.flatMap(([name, { filename, type, text, base64 = '' }]) => [
    Buffer.from(`${head(name)}; filename=${quoted(filename)}\r\nContent-Type: ${type}\r\n\r\n`),
    text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text),
    Buffer.from('\r\n'),
  ]);
  return {
    bytes: Buffer.concat([Buffer.from(texts.join('')), ...others, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}

/** A function, since `$&` and others have a meaning in a replacement text. */
function paddingOf({ text, times }: { readonly text: string; readonly times: number }): () => string {
  return () => text.repeat(times);
}

/** Applies a fault of the JSON text. The duplicate is of the first field that is neither an object nor a list. */
function mutate(text: string, mutation: TextMutation): string {
  switch (mutation) {
    case 'truncated':
      // The brace of `{}` stays, since an empty body is another fault.
      return text.slice(0, text.length > 2 ? -2 : -1);
    case 'trailing-comma':
      return text.replace(/([}\]])([}\]]*)$/, ',$1$2');
    case 'byte-order-mark':
      return `\uFEFF${text}`;
    case 'duplicate-member': {
      const member = /"(?:[^"\\]|\\.)*":(?:"(?:[^"\\]|\\.)*"|[\d.eE+-]+|true|false|null)/.exec(text);
      return member === null
        ? text.replace('{', '{"a":1,"a":2')
        : text.replace(member[0], () => `${member[0]},${member[0]}`);
    }
  }
}
