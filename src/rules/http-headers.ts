/** Passive rules about response headers: their grammar, and the headers Allow, Link, Location and the correlation ID. */
import { jsonBody, requestJson } from '../model/body.ts';
import { firstHeader, headerTokens, parseLinks, TOKEN } from '../model/headers.ts';
import { isMap, type Json, ownProperty } from '../model/json.ts';
import { compilePattern } from '../model/pattern.ts';
import { passiveRule } from './define-rule.ts';
import { createFinding, inapplicableJudgement, judgementFrom, PASSED_JUDGEMENT } from './evidence.ts';
import { isDeclaredMethod } from './http-status.ts';
import type { Finding } from './model.ts';

// Grammar of header values and URI references, as far as rules check it (RFC 9110 §5.6, RFC 3986 appendix A).
// Each pattern matches white space in one way only, so that no value makes it backtrack for long.

const QUOTED = '"(?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t \\x21-\\x7e\\x80-\\xff])*"';

const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:[ \\t]*;(?:[ \\t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))?)*[ \\t]*$`);
const NAMES = new RegExp(`^[ \\t]*(?:${TOKEN})?(?:[ \\t]*,(?:[ \\t]*${TOKEN})?)*[ \\t]*$`);

function isMediaType(value: string): boolean {
  return MEDIA_TYPE.test(value);
}

/** A list of field names; empty elements are judged by the rule on lists. */
function isNameList(value: string): boolean {
  return NAMES.test(value);
}

/** RFC 9110 §5.6.1.1: no empty list elements. Commas in quotes and angle brackets do not separate elements. */
function hasEmptyPlace(value: string): boolean {
  const bare = value.replace(/"(?:[^"\\]|\\.)*"|<[^<>]*>/g, 'x');
  return bare.includes(',') && bare.split(',').some((place) => place.trim() === '');
}

/** Splits a list header; commas in quotes do not separate. */
export function splitListHeader(value: string): readonly string[] {
  return (value.match(/(?:[^",]|"(?:[^"\\]|\\.)*")+/g) ?? []).map((member) => member.trim());
}

/** Checks the characters of a URI reference. Brackets outside of the host are accepted, as in every client. */
export function isUriReference(value: string): boolean {
  return /^(?:[\w!#$&'()*+,./:;=?@[\]~-]|%[0-9A-Fa-f]{2})*$/.test(value);
}

interface Grammar {
  readonly form: string;
  readonly fits: (value: string) => boolean;
}

/** RFC 9111 §1.2.2, §5.2.2.1, §5.2.2.10: seconds are digits without quotes. Extension directives are free (§5.2). */
function hasSeconds(value: string): boolean {
  return splitListHeader(value).every((directive) => {
    const seconds = /^(?:s-maxage|max-age)\s*=\s*(.*)$/i.exec(directive)?.[1];
    return seconds === undefined || /^\d+$/.test(seconds);
  });
}

/** RFC 9110 §8.5, RFC 5646 §2.1: subtags have letters and digits; the first has letters only. */
function isTagList(value: string): boolean {
  return value.split(',').every((tag) => /^(?:[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*)?$/.test(tag.trim()));
}

const FIELDS: Readonly<Record<string, readonly Grammar[]>> = {
  'content-type': [{ form: 'a media type', fits: isMediaType }],
  location: [{ form: 'a URI reference', fits: isUriReference }],
  'content-location': [{ form: 'a URI reference', fits: isUriReference }],
  vary: [{ form: 'a list of field names, or *', fits: isNameList }],
  age: [{ form: 'whole seconds', fits: (value) => /^\d+$/.test(value) }],
  'content-language': [{ form: 'a list of language tags', fits: isTagList }],
  'cache-control': [{ form: 'whole seconds without quotes', fits: hasSeconds }],
};

/** Fields that are lists by RFC 9110 §5.6.1. */
const LISTS = new Set([
  'accept-patch',
  'accept-ranges',
  'allow',
  'cache-control',
  'content-encoding',
  'content-language',
  'link',
  'vary',
  'www-authenticate',
]);
const LIST: Grammar = { form: 'a list without an empty element', fits: (value) => !hasEmptyPlace(value) };

function grammarsOf(name: string): readonly Grammar[] {
  return [...(LISTS.has(name) ? [LIST] : []), ...(ownProperty(FIELDS, name) ?? [])];
}

const fieldGrammar = passiveRule('http.field-grammar', (response, exchange) => {
  const sent = response.headers.map(([name, value]) => ({ name, value, grammars: grammarsOf(name) }));
  if (sent.every(({ grammars }) => grammars.length === 0)) return inapplicableJudgement('none of these headers');
  return judgementFrom(
    sent.flatMap(({ name, value, grammars }) =>
      grammars
        .filter(({ fits }) => !fits(value))
        .map(({ form }) => createFinding(exchange, `header ${name}`, form, value)),
    ),
  );
});

/** Fields that are not lists, so that two lines cannot be combined. */
const SINGLE: ReadonlySet<string> = new Set([
  'age',
  'content-length',
  'content-location',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'server',
  'strict-transport-security',
]);

const singletons = passiveRule('http.singletons', (response, exchange) => {
  const sent = response.headers.filter(([name]) => SINGLE.has(name));
  if (sent.length === 0) return inapplicableJudgement('none of these single-value headers');
  const names = [...new Set(sent.map(([name]) => name))];
  const values = (name: string): readonly string[] => sent.flatMap(([known, value]) => (known === name ? [value] : []));
  return judgementFrom(
    names
      .filter((name) => values(name).length > 1)
      .map((name) => createFinding(exchange, `header ${name}`, 'one line', values(name).join(' and '))),
  );
});

const headersDeclared = passiveRule(
  'http.headers-declared',
  (response, exchange, operation) => {
    if (!isDeclaredMethod(exchange, operation))
      return inapplicableJudgement('a request with another method, sent as a test');
    if (!operation.success.includes(response.status)) return inapplicableJudgement('not a success');
    return judgementFrom(
      Object.entries(operation.headers ?? {}).flatMap(([name, { value, pattern, optional }]) => {
        const actual = firstHeader(response, name.toLowerCase());
        const wrong = (expected: string) => [createFinding(exchange, `header ${name}`, expected, actual)];
        if (actual === undefined) return optional === true ? [] : wrong(value ?? pattern ?? 'present');
        if (value !== undefined && actual !== value) return wrong(value);
        return pattern === undefined || compilePattern(pattern).test(actual)
          ? []
          : wrong(`text that matches ${pattern}`);
      }),
    );
  },
  ['success'],
);

const allow = passiveRule('http.allow', (response, exchange) => {
  if (response.status !== 405) return inapplicableJudgement('the status is not 405');
  if (firstHeader(response, 'allow') !== undefined) return PASSED_JUDGEMENT;
  return judgementFrom([createFinding(exchange, 'header allow', 'the methods of the path', undefined)]);
});

const allowConsistent = passiveRule('http.allow-consistent', (response, exchange) => {
  if (response.status !== 405 || firstHeader(response, 'allow') === undefined)
    return inapplicableJudgement('no 405 with an Allow header');
  const { method } = exchange.request;
  if (!headerTokens(response, 'allow').includes(method)) return PASSED_JUDGEMENT;
  return judgementFrom([
    createFinding(exchange, 'header allow', `a list without ${method}`, firstHeader(response, 'allow') ?? ''),
  ]);
});

const link = passiveRule('http.link', (response, exchange) => {
  const links = response.headers.flatMap(([name, value]) => (name === 'link' ? parseLinks(value) : []));
  if (links.length === 0) return inapplicableJudgement('no Link header');
  return judgementFrom(
    links.flatMap(({ text, target, rels }): readonly Finding[] => [
      ...(target !== undefined && isUriReference(target)
        ? []
        : [createFinding(exchange, 'header link', 'a URI reference in angle brackets', text)]),
      ...(rels.length === 1
        ? []
        : [
            createFinding(
              exchange,
              'header link',
              'one rel',
              `${rels.length === 0 ? 'no rel' : 'several rels'} in ${text}`,
            ),
          ]),
    ]),
  );
});

const location = passiveRule('http.location', (response, exchange) => {
  if (response.status !== 201 || exchange.request.method !== 'POST')
    return inapplicableJudgement('not a 201 to a POST');
  const body = jsonBody(response);
  if (body.ok && Array.isArray(body.value) && body.value.length !== 1) return inapplicableJudgement('several records');
  if (firstHeader(response, 'location') !== undefined) return PASSED_JUDGEMENT;
  return judgementFrom([createFinding(exchange, 'header location', 'the URL of the new record', undefined)]);
});

/** Networks from which an address can be reached. */
const REACH = ['machine', 'network', 'everywhere'] as const;
type Reach = (typeof REACH)[number];

/** The reach of a host by its name or address: loopback, a private network, or public. */
export function networkReach(hostname: string): Reach {
  if (isOfMachine(hostname)) return 'machine';
  if (hostname.startsWith('[')) return /^\[(f[cd]|fe80:)/i.test(hostname) ? 'network' : 'everywhere';
  if (/^\d+(\.\d+){3}$/.test(hostname))
    return /^10\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(hostname) ? 'network' : 'everywhere';
  return !hostname.includes('.') || /\.(local|internal)$/i.test(hostname) ? 'network' : 'everywhere';
}

function isOfMachine(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d+){3}$|^0\.0\.0\.0$|(^|\.)localhost$/i.test(hostname);
}

/**
 * Reports only addresses that are certainly internal: a host with a smaller reach than the requested one, or the same
 * host at another port or without TLS. The public name of a service that is tested at an internal address is right, and
 * so is a redirect from HTTP to HTTPS.
 */
function isInternal(there: URL, asked: URL): boolean {
  const [reach, ours] = [networkReach(there.hostname), networkReach(asked.hostname)];
  if (REACH.indexOf(reach) < REACH.indexOf(ours)) return true;
  const isSameHost = there.hostname === asked.hostname || (reach === 'machine' && ours === 'machine');
  if (!isSameHost || (asked.protocol === 'http:' && there.protocol === 'https:')) return false;
  return there.protocol !== asked.protocol || there.port !== asked.port;
}

const locationReachable = passiveRule('http.location-reachable', (response, exchange) => {
  const { status } = response;
  const value = firstHeader(response, 'location');
  // Location has a meaning only in 201 and 3xx (RFC 9110 §10.2.2).
  if (value === undefined || (status !== 201 && (status < 300 || status > 399)))
    return inapplicableJudgement('no Location header');
  const asked = new URL(exchange.request.url);
  if (!URL.canParse(value, asked.href))
    return inapplicableJudgement('the Location is not a URL; its grammar is checked separately');
  if (!isInternal(new URL(value, asked.href), asked)) return PASSED_JUDGEMENT;
  return judgementFrom([createFinding(exchange, 'header location', `a URL like ${asked.origin}`, value)]);
});

// The response must repeat the correlation ids of its request and no others.

const itemsOf = (value: Json | undefined): readonly (Json | undefined)[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [value];

/** A service may reject or trim an id with surrounding blanks. */
const isPlain = (id: Json | undefined): id is string => typeof id === 'string' && id.trim() === id;

/** A rejected request may have an invalid id. Cases that expect correlation ids on errors judge those responses. */
const correlation = passiveRule(
  'http.correlation',
  (response, exchange, { correlation: names }) => {
    const body = jsonBody(response);
    const sent = itemsOf(requestJson(exchange));
    const shown = itemsOf(body.ok ? body.value : undefined);
    if (names === undefined || sent.length !== shown.length)
      return inapplicableJudgement('the response does not have one entry per item');
    let judgedOf = 0;
    const wrong = sent.flatMap((item, index): readonly Finding[] => {
      const asked = isMap(item) ? item[names.member] : undefined;
      const answer = shown[index];
      if (!isPlain(asked) || !isMap(answer) || answer[names.success] !== true) return [];
      judgedOf += 1;
      const echoed = answer[names.member];
      return echoed === asked
        ? []
        : [createFinding(exchange, `body ${names.member}`, JSON.stringify(asked), JSON.stringify(echoed ?? null))];
    });
    return judgedOf === 0 ? inapplicableJudgement('no item with a correlation ID was accepted') : judgementFrom(wrong);
  },
  ['correlation'],
);

export const httpHeaderRules = [
  fieldGrammar,
  singletons,
  headersDeclared,
  allow,
  allowConsistent,
  link,
  location,
  locationReachable,
  correlation,
] as const;
