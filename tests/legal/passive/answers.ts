/** Answers that are right, and that somebody's software gives by default. */
import type { HeaderList } from '../../../src/model/headers.ts';
import type { LegalAnswers } from '../legal.ts';
import { problem } from '../../rules/support.ts';

const BEARER: HeaderList = [['authorization', 'Bearer [redacted]']];
const html = '<html><head><title>404 Not Found</title></head><body><hr><center>nginx</center></body></html>';

export const answers: readonly LegalAnswers[] = [
  {
    requirement: 'http.complete',
    what: 'the connection is reset while a body that is too large is still being sent',
    who: 'Fastify, Go with a limit on bodies, IIS, load balancers',
    why: 'RFC 9110 §15.5.14: the server may close the connection; RFC 9112 §9.6: an answer that was sent is lost with it',
    answers: [{ method: 'POST', sent: { notes: 'x'.repeat(1_200_000) }, failure: 'reset' }],
  },
  {
    requirement: 'http.complete',
    what: 'a read with content is refused by closing',
    who: 'content networks, load balancers',
    why: 'RFC 9110 §9.3.1: content of a GET may lead to its refusal and to the closing of the connection',
    answers: [{ sent: { a: 1 }, failure: 'reset' }],
  },
  {
    requirement: 'http.complete',
    what: 'a header section that is larger than what this client reads',
    who: 'services with long policies and many cookies',
    why: 'RFC 9110 §5.4: no limit is placed on a header section',
    answers: [{ failure: 'unread' }],
  },
  {
    requirement: 'http.answered',
    what: 'one connection of several is reset',
    who: 'every load balancer that takes a server out',
    why: 'RFC 9112 §9.6: servers close connections; no RFC says when they must not',
    answers: [{ failure: 'reset' }, {}],
  },
  {
    requirement: 'http.no-server-error',
    what: '502 and 504 of a gateway in front of a slow service; 507, 508, 511; 521',
    who: 'API gateways, WebDAV servers, captive portals, content networks',
    why: 'RFC 9110 §15.6 defines these statuses; no keyword forbids any of them',
    answers: [502, 504, 507, 508, 511, 521].map((status) => ({
      status,
      text: html,
      headers: { 'content-type': 'text/html' },
    })),
  },
  {
    requirement: 'http.no-server-error',
    what: 'a fault of SOAP, and an error of the application, answered 500',
    who: 'SOAP bridges, mappings of remote calls to HTTP',
    why: 'RFC 9110 §15.6.1: an unexpected condition; no keyword forbids it, and SOAP 1.1 demands it',
    answers: [{ status: 500, text: '<Fault/>', headers: { 'content-type': 'text/xml; charset=utf-8' } }],
  },
  {
    requirement: 'http.json',
    what: 'plain text and HTML that are no JSON',
    who: 'nginx and Apache for their own errors, health checks that say OK',
    why: 'RFC 8259 §8.1 and §10 bind who generates JSON; no RFC asks that content be JSON',
    answers: [
      { status: 404, text: html, headers: { 'content-type': 'text/html' } },
      { text: 'OK', headers: { 'content-type': 'text/plain; charset=utf-8' } },
      { text: 'a,b\n1,2\n', headers: { 'content-type': 'text/csv' } },
      { text: '{broken', headers: { 'content-type': null } },
    ],
  },
  {
    requirement: 'http.json',
    what: 'JSON that is nested a thousand deep, an escaped lone surrogate, white space around it, a number alone',
    who: 'editors of documents, generated trees, JavaScript',
    why: 'RFC 8259 §2, §7, §9: any value with white space around it; limits are the reader’s',
    answers: [
      { text: `${'['.repeat(1000)}${']'.repeat(1000)}` },
      { text: '{"title":"\\ud800"}' },
      { text: '\r\n {"a":1} \n' },
      { text: '1', headers: { 'content-type': 'application/vnd.example+json; v=1' } },
    ],
  },
  {
    requirement: 'http.date',
    what: 'an answer of the class 5xx without Date',
    who: 'gateways whose own errors are made before the fields are',
    why: 'RFC 9110 §6.6.1: an origin server MUST send Date in 2xx, 3xx and 4xx, and MAY in 1xx and 5xx',
    answers: [{ status: 503, headers: { date: null, 'retry-after': '5' } }],
  },
  {
    requirement: 'http.date',
    what: 'a leap second',
    who: 'servers whose clock has them',
    why: 'RFC 9110 §5.6.7: the time of day ends at 23:59:60',
    answers: [{ headers: { date: 'Wed, 31 Dec 2008 23:59:60 GMT' } }],
  },
  {
    requirement: 'http.content-length',
    what: 'a 304 and an answer to HEAD with the length of what is not sent, or with Transfer-Encoding',
    who: 'nginx, Apache, Express, storage services',
    why: 'RFC 9110 §8.6: on HEAD and 304 it MAY be sent, and is that of the 200; RFC 9112 §6.1: Transfer-Encoding MAY',
    answers: [
      { status: 304, text: '', headers: { 'content-length': '3495', etag: '"v1"' } },
      { method: 'HEAD', headers: { 'content-length': '3495' } },
      { method: 'HEAD', headers: { 'transfer-encoding': 'chunked', 'content-length': null } },
      { status: 304, text: '', headers: { 'transfer-encoding': 'chunked', 'content-length': null } },
    ],
  },
  {
    requirement: 'http.content-length',
    what: 'one length twice in a field, and content in a coding',
    who: 'proxies that join what they received; servers that compress unasked',
    why: 'RFC 9110 §8.6: a recipient may read the one value of the list; §12.5.3: without Accept-Encoding any coding is acceptable',
    answers: [
      { headers: { 'content-length': '2, 2' } },
      { headers: { 'content-encoding': 'gzip', 'content-length': '22' } },
    ],
  },
  {
    requirement: 'http.no-content',
    what: 'a 204 without anything, a 205 with a length of zero',
    who: 'every framework',
    why: 'RFC 9110 §15.3.5, §15.3.6: both without content; the length of a 205 is zero',
    answers: [
      { method: 'DELETE', status: 204 },
      { method: 'POST', status: 205, text: '', headers: { 'content-length': '0' } },
    ],
  },
  {
    requirement: 'http.no-leak',
    what: 'addresses that look like paths of a file system, names of exceptions that an API documents, clock times in parentheses',
    who: 'Spring Boot (the member path), services mounted below /app, Hadoop and .NET APIs (exception names)',
    why: 'RFC 9457 §5 advises care, without a keyword; no RFC forbids an address',
    answers: [
      {
        status: 404,
        body: { timestamp: '2026-03-10T01:00:00Z', status: 404, error: 'Not Found', path: '/app/orders/1' },
      },
      { body: { text: 'at Room (doors 19:30)', next: '/home/feed', javaClassName: 'java.io.FileNotFoundException' } },
      { method: 'POST', status: 201, headers: { location: '/app/items/3' } },
      { status: 400, body: problem('bad', 'at the hall (doors 19:30)') },
    ],
  },
  {
    requirement: 'http.challenge',
    what: 'several challenges in one field, in two fields, a token68, a scheme of few letters',
    who: 'IIS behind proxies that join fields (Negotiate, NTLM), Kerberos, key schemes of vendors',
    why: 'RFC 9110 §11.6.1: a list of challenges, §11.2: parameters or a token68',
    answers: [
      'Negotiate, NTLM',
      'Basic realm="a", Bearer realm="a"',
      'Negotiate a87421000492aa874209af8bc028==',
      'AWS4-HMAC-SHA256',
      'x.y~z',
    ].map((value) => ({
      status: 401,
      headers: { 'www-authenticate': value },
    })),
  },
  {
    requirement: 'http.allow',
    what: 'a 405 with an empty Allow, or with one that lists the method',
    who: 'services that switch methods off for a while, or that list what the whole path has',
    why: 'RFC 9110 §10.2.1: the list is that of the moment, and an empty one is allowed',
    answers: [
      { method: 'PUT', status: 405, headers: { allow: '' } },
      { method: 'PUT', status: 405, headers: { allow: 'GET, PUT' } },
    ],
  },
  {
    requirement: 'http.allow-consistent',
    what: 'a 405 whose Allow is made for the whole path',
    who: 'gateways',
    why: 'RFC 9110 §10.2.1 leaves the list to the server and the moment',
    answers: [{ method: 'DELETE', status: 405, headers: { allow: 'GET, DELETE' } }],
  },
  {
    requirement: 'http.retry-after',
    what: '429 and 503 without Retry-After',
    who: 'nginx, Envoy, HAProxy, most frameworks',
    why: 'RFC 9110 §15.6.4 and RFC 6585 §4: MAY',
    answers: [{ status: 429 }, { status: 503 }],
  },
  {
    requirement: 'http.location',
    what: '201 to PUT and PATCH without Location; 201 to POST with a relative one, and with one at the public name',
    who: 'registries and every service that makes records by PUT; ASP.NET, Spring and Django behind a proxy',
    why: 'RFC 9110 §15.3.2: without Location it is the target that was made; §10.2.2: a URI reference',
    answers: [
      { method: 'PUT', status: 201 },
      { method: 'PATCH', status: 201 },
      { method: 'POST', status: 201, headers: { location: '1' } },
      { method: 'POST', status: 201, headers: { location: 'https://api.library.example/books/1#made' } },
    ],
  },
  {
    requirement: 'http.dates',
    what: 'Last-Modified of long ago, Expires in the past, a Sunset far away',
    who: 'Apache, nginx, gateways',
    why: 'RFC 9110 §5.6.7: each is an IMF-fixdate; no RFC bounds them',
    answers: [
      {
        headers: {
          'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT',
          expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
          sunset: 'Thu, 31 Dec 2099 23:59:59 GMT',
        },
      },
    ],
  },
  {
    requirement: 'http.expires',
    what: 'a date in the past, beside max-age',
    who: 'PHP (session limiter), Varnish',
    why: 'RFC 9111 §5.3: an HTTP-date, and max-age overrides it',
    answers: [{ headers: { expires: 'Thu, 19 Nov 1981 08:52:00 GMT', 'cache-control': 'no-store, max-age=0' } }],
  },
  {
    requirement: 'http.last-modified',
    what: 'seconds after a Date that a proxy wrote',
    who: 'content networks with clocks of their own',
    why: 'RFC 9110 §8.8.2.1 speaks of the origin server’s own time, §6.6.1 lets a recipient write Date',
    answers: [{ headers: { 'last-modified': 'Tue, 10 Mar 2026 01:00:05 GMT' } }],
  },
  {
    requirement: 'http.status-method',
    what: '304 to a conditional HEAD; 415 to a POST without content; 413 to a target that is too long; 201 to a DELETE',
    who: 'ASP.NET Core, Spring and JAX-RS (415), front ends of Google (413), services that keep tombstones (201)',
    why: 'RFC 9110 §15.4.5 names GET and HEAD; §15.5.14, §15.5.16 and §15.3.2 have no keyword',
    answers: [
      { method: 'HEAD', status: 304, text: '' },
      { method: 'POST', status: 415 },
      { status: 413 },
      { method: 'DELETE', status: 201 },
    ],
  },
  {
    requirement: 'http.status-meaning',
    what: '201 to a DELETE that made a tombstone, 415 to a read with an odd Accept',
    who: 'stores of documents, older frameworks',
    why: 'RFC 9110 §15.3.2, §15.5.16: definitions without a keyword',
    answers: [{ method: 'DELETE', status: 201 }, { status: 415 }],
  },
  {
    requirement: 'http.status-fields',
    what: 'a 206 with several parts and no Content-Range, a 416 without it, a 401 of a proxy’s making',
    who: 'Apache, nginx, media servers; range handling by hand',
    why: 'RFC 9110 §15.3.7.2: MUST NOT in the header section; §15.5.17: SHOULD, for byte ranges',
    answers: [
      { status: 206, text: '--X', headers: { 'content-type': 'multipart/byteranges; boundary=X' } },
      { status: 416 },
      { status: 206, headers: { 'content-range': 'bytes 0-1/*' } },
    ],
  },
  {
    requirement: 'http.entity-tag',
    what: 'weak, empty, and with characters that need no escape',
    who: 'Express (weak), storage services, gateways that add -gzip',
    why: 'RFC 9110 §8.8.3: quotes around any visible character but a quote, W/ in upper case',
    answers: ['W/"2-nOO9QiTIwXgNtWtBJezz8kv3SLc"', '""', '"a\\b,c-gzip"'].map((etag) => ({ headers: { etag } })),
  },
  {
    requirement: 'http.unique-names',
    what: 'the same name in two objects; text that looks like JSON',
    who: 'everybody; configuration files as text',
    why: 'RFC 8259 §4: within an object, and of JSON alone',
    answers: [{ text: '[{"a":1},{"a":2}]' }, { text: '{"a":1,"a":2}', headers: { 'content-type': 'text/plain' } }],
  },
  {
    requirement: 'http.safe-numbers',
    what: '64-bit identifiers, nanoseconds, exact decimals, large doubles',
    who: 'Java, Go and .NET services, search engines, stores of time series',
    why: 'RFC 8259 §6: limits are allowed, and no keyword asks for them',
    answers: [
      {
        text: '{"id":1234567890123456789,"at":1767225600000000000,"price":0.1000000000000000055511151231257827,"max":1.7976931348623157E308,"n":1e22}',
      },
    ],
  },
  {
    requirement: 'http.banner',
    what: 'a product with its version, and one library; a duration in X-Runtime; X-Powered-By',
    who: 'nginx, Apache, IIS, Kestrel, load balancers, Rails, Express, PHP',
    why: 'RFC 9110 §10.2.4: the grammar has versions, and its example is CERN/3.0 libwww/2.17',
    answers: [
      'nginx/1.27.3',
      'Apache/2.4.62',
      'Microsoft-IIS/10.0',
      'awselb/2.0',
      'CERN/3.0 libwww/2.17',
      'Kestrel',
    ].map((server) => ({
      headers: { server, 'x-runtime': '0.0345', 'x-powered-by': 'PHP/8.3.1', via: '1.1 google' },
    })),
  },
  {
    requirement: 'http.software-version',
    what: 'Server and X-Powered-By as they come',
    who: 'nginx, Apache, PHP, ASP.NET',
    why: 'RFC 9110 §10.2.4: name and version are the grammar of the field',
    answers: [{ headers: { server: 'nginx/1.27.3', 'x-powered-by': 'ASP.NET', 'x-aspnet-version': '4.0.30319' } }],
  },
  {
    requirement: 'http.media-hint',
    what: 'a 415 with Accept-Encoding to a request in a coding, a 415 with Accept, a success with Accept-Encoding',
    who: 'servers that take gzip, and say so',
    why: 'RFC 9110 §12.5.3: MUST NOT only where the coding was not at fault',
    answers: [
      { method: 'POST', status: 415, headers: { 'accept-encoding': 'gzip' }, asked: [['content-encoding', 'br']] },
      { method: 'POST', status: 415, headers: { accept: 'application/json' } },
      { headers: { 'accept-encoding': 'gzip' } },
    ],
  },
  {
    requirement: 'http.challenge-parameters',
    what: 'a Bearer challenge with an error alone, one beside Basic, a parameter that nobody knows',
    who: 'identity services, gateways, resource metadata (RFC 9728)',
    why: 'RFC 6750 §3: one or more parameters, and others may be used',
    answers: [
      { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' }, asked: BEARER },
      {
        status: 401,
        headers: {
          'www-authenticate': ['Basic realm="a"', 'Bearer resource_metadata="https://library.example/.well-known/x"'],
        },
      },
    ],
  },
  {
    requirement: 'http.challenge-scheme',
    what: 'Bearer among several challenges, in any letter case',
    who: 'services with two ways in',
    why: 'RFC 9110 §11.6.1: several challenges; §11.1: the case of a scheme does not matter',
    operation: { scheme: 'bearer' },
    answers: [{ status: 401, headers: { 'www-authenticate': 'Basic realm="a", BEARER realm="a"' } }],
  },
  {
    requirement: 'http.challenge-error',
    what: 'invalid_request for a token that is malformed; a challenge without error where nothing was sent',
    who: 'Spring Security, ASP.NET Core',
    why: 'RFC 6750 §3.1: a malformed request is invalid_request; §3: no error where there were no credentials',
    answers: [
      { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_request"' }, asked: BEARER },
      { status: 401, headers: { 'www-authenticate': 'Bearer realm="library"' } },
    ],
  },
  {
    requirement: 'http.transport-security',
    what: 'the field at an inner address over plain HTTP, and with quotes over TLS',
    who: 'Helmet for Express, Spring Security behind a proxy that ends TLS, Rails, AD FS',
    why: 'RFC 6797 §7.2 forbids it over an insecure connection to the host; the inner hop is not the one that a browser sees; §6.1: a token or a quoted string, with white space between all parts',
    answers: [
      ...[
        'http://127.0.0.1:8080/',
        'http://10.1.2.3/',
        'http://[::1]/',
        'http://library/',
        'http://library.internal/',
      ].map((url) => ({
        url,
        headers: { 'strict-transport-security': 'max-age=31536000; includeSubDomains' },
      })),
      { secure: true, headers: { 'strict-transport-security': 'includeSubDomains; max-age="0"' } },
      { secure: true, headers: { 'strict-transport-security': 'Max-Age = 31536000 ; preload' } },
    ],
  },
  {
    requirement: 'http.cross-origin',
    what: 'a star with credentials, and the origin of a partner sent back',
    who: 'Express cors, snippets for nginx; every service with partners in a browser',
    why: 'Fetch §3.2 binds browsers, which refuse a star with credentials; no RFC asks anything of the server',
    answers: [
      { headers: { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' } },
      {
        asked: [['origin', 'https://partner.org']],
        headers: {
          'access-control-allow-origin': 'https://partner.org',
          'access-control-allow-credentials': 'true',
          vary: 'Origin',
        },
      },
    ],
  },
  {
    requirement: 'http.cookies',
    what: 'a cookie for scripts, one without SameSite, and those of load balancers',
    who: 'frameworks with protection against forged requests (a cookie that scripts read), AWS, Azure, F5',
    why: 'RFC 6265 §4.1.2.6: HttpOnly is offered; SameSite stands in no RFC yet; §8.3 asks for Secure over TLS',
    answers: [
      {
        headers: {
          'set-cookie': ['XSRF-TOKEN=[redacted]; Path=/', 'AWSALB=[redacted]; Path=/', 'ARRAffinity=[redacted]'],
        },
      },
    ],
  },
  {
    requirement: 'http.no-token',
    what: 'errors keyed by the member, keys that are shown once, cursors that look like a JWT',
    who: 'Django REST, Rails and Laravel (validation), registration of clients, services with signed cursors',
    why: 'RFC 6750 §5.2 warns, and no RFC forbids a service to show what it issues',
    answers: [
      { method: 'POST', status: 400, body: { password: ['[redacted]'] } },
      { method: 'POST', status: 201, body: { client_secret: '[redacted]' }, headers: { location: '/clients/1' } },
      { body: { next: '[redacted]' } },
    ],
  },
  {
    requirement: 'http.no-echo',
    what: 'a validation error that quotes the input',
    who: 'FastAPI',
    why: 'no RFC speaks of it',
    answers: [
      {
        method: 'POST',
        sent: { title: 'A long enough title to be recognised', pages: -1 },
        status: 422,
        body: { detail: [{ loc: ['body'], input: { title: 'A long enough title to be recognised', pages: -1 } }] },
      },
    ],
  },
  {
    requirement: 'http.error-uncached',
    what: '404 and 405 that say nothing of caches, a 404 that may be kept for a minute',
    who: 'Express, Koa, Fastify, Django, Go, ASP.NET, nginx, Apache, API gateways',
    why: 'RFC 9110 §15.1: heuristically cacheable by default; RFC 9111 §4.2.2 permits it',
    answers: [
      { status: 404, headers: { 'cache-control': null } },
      { method: 'PUT', status: 405, headers: { 'cache-control': null, allow: 'GET' } },
      { status: 404, headers: { 'cache-control': 'public, max-age=60' } },
    ],
  },
];
