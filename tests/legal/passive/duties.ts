/** What comes close to the duties of fields, links and problem details, and is right. */
import { problem } from '../../rules/support.ts';
import type { LegalAnswers } from '../legal.ts';

export const duties: readonly LegalAnswers[] = [
  {
    requirement: 'http.repeated-members',
    what: 'a request with a member twice is taken, and the last one counts',
    who: 'whatever reads JSON with the parser of JavaScript, Python, Ruby, Go or PHP',
    why: 'RFC 8259 §4: names SHOULD be unique asks it of who writes; of who reads it says that many report the last alone',
    answers: [{ method: 'POST', sent: { name: 'Sphere' }, body: { id: 1, name: 'Sphere' } }],
  },
  {
    requirement: 'http.charset',
    what: 'UTF-8 in any spelling, ASCII, and what is no JSON',
    who: 'Spring, ASP.NET, IIS; old pages',
    why: 'RFC 8259 §11: the parameter has no effect, and ASCII is UTF-8',
    answers: [
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/problem+json; charset=utf8',
      'application/json; charset=US-ASCII',
      'text/html; charset=ISO-8859-1',
    ].map((type) => ({ headers: { 'content-type': type } })),
  },
  {
    requirement: 'http.location-reachable',
    what: 'Location at the public name of a service that is asked by an inner one, by HTTPS where HTTP was asked, at another name of the same machine, and of a 200',
    who: 'ASP.NET, Spring and Django behind a proxy, test instances on one machine',
    why: 'RFC 9110 §10.2.2: any URI reference; of a 200 it means nothing',
    answers: [
      {
        url: 'http://10.0.0.7:8080/books',
        method: 'POST',
        status: 201,
        headers: { location: 'https://api.library.example/books/1' },
      },
      { method: 'POST', status: 308, text: '', headers: { location: 'https://library.test/books' } },
      {
        url: 'http://127.0.0.1:8080/books',
        method: 'POST',
        status: 201,
        headers: { location: 'http://localhost:8080/books/1' },
      },
      { method: 'POST', status: 200, headers: { location: 'http://localhost:8080/books/1' } },
    ],
  },
  {
    requirement: 'http.singletons',
    what: 'lists in several lines, and several cookies',
    who: 'every proxy that adds its own Via, Vary or Cache-Control',
    why: 'RFC 9110 §5.3: fields defined as lists may be repeated, and Set-Cookie is the exception',
    answers: [
      {
        headers: {
          vary: ['accept', 'origin'],
          'cache-control': ['no-store', 'private'],
          'set-cookie': ['a=[redacted]; HttpOnly; SameSite=Lax', 'b=[redacted]; HttpOnly; SameSite=Lax'],
          'www-authenticate': ['Basic realm="a"', 'Bearer realm="a"'],
          link: ['</1>; rel=next', '</2>; rel=prev'],
        },
      },
    ],
  },
  {
    requirement: 'http.one-length',
    what: 'chunks without a length, a length without chunks, neither of them before the connection closes',
    who: 'Node, Go, Java servers; HTTP/1.0 upstreams',
    why: 'RFC 9112 §6.2, §6.3: each of them is a way to say where the content ends',
    answers: [
      { headers: { 'transfer-encoding': 'chunked', 'content-length': null } },
      { headers: { 'content-length': null } },
    ],
  },
  {
    requirement: 'http.transfer-coding',
    what: 'chunks, and neither chunks nor a length before the connection closes',
    who: 'Node, Go, Java servers; HTTP/1.0 upstreams',
    why: 'RFC 9112 §7.4: chunked is always acceptable, and so is a message without a transfer coding',
    answers: [
      { headers: { 'transfer-encoding': 'chunked', 'content-length': null } },
      { headers: { 'transfer-encoding': 'CHUNKED', 'content-length': null } },
      { headers: { 'content-length': null } },
    ],
  },
  {
    requirement: 'http.field-grammar',
    what: 'odd media types, lists of nothing, addresses of every form, directives that nobody knows, commas in quotes',
    who: 'ASP.NET (a semicolon at the end), API versions in media types, gateways, content networks',
    why: 'RFC 9110 §8.3.1, §5.6.6, §5.6.1, §10.2.2; RFC 3986 §4.1; RFC 9111 §5.2.3',
    answers: [
      ...[
        'application/json;',
        'application/json ; charset=UTF-8',
        'application/vnd.example.v1+json; profile="https://library.example/a b"',
        'text/html;;charset=utf-8',
      ].map((type) => ({
        text: '{}',
        headers: { 'content-type': type },
      })),
      ...[
        '',
        '/',
        '?page=2',
        '#top',
        '//library.example/a',
        'urn:isbn:0451450523',
        '/caf%C3%A9',
        "/a;b=1/c,d(e)'f'",
        '/books?filter[title]=a',
        'http://[2001:db8::1]/a',
      ].map((location) => ({
        headers: { location },
      })),
      ...['*', 'Accept,Accept-Encoding', ' origin', ''].map((vary) => ({ headers: { vary } })),
      { status: 405, headers: { allow: '' } },
      ...['Bearer realm="a,, b,", Basic realm="\\","', 'Bearer realm="x" , scope="a b"'].map((value) => ({
        status: 401,
        headers: { 'www-authenticate': value },
      })),
      { headers: { link: '<https://library.example/books?ids=1,,2>; rel="next"; title="one,, two"' } },
      ...[
        'max-age=0',
        'no-cache="set-cookie", private',
        'public, max-age=31536000, immutable',
        's-maxage=10,stale-while-revalidate=30',
        'no-store, x-own="a, b"',
        'private, community="a, max-age=b"',
        'max-age=60, stale-if-error="600"',
        '',
      ].map((value) => ({
        headers: { 'cache-control': value },
      })),
    ],
  },
  {
    requirement: 'http.json',
    what: 'a part of a JSON text, and several',
    who: 'storage services, nginx for files',
    why: 'RFC 9110 §15.3.7: a 206 has parts of the representation, whose type it tells; RFC 8259 §2 is about the whole',
    answers: [
      { status: 206, text: '{"id": 1, "ti', headers: { 'content-range': 'bytes 0-12/40' } },
      { status: 206, text: '--x', headers: { 'content-type': 'multipart/byteranges; boundary=x' } },
    ],
  },
  {
    requirement: 'http.link',
    what: 'several links in a field, commas in an address and in a title, a relation as an address, a flag',
    who: 'GitHub, WordPress, preloading web servers',
    why: 'RFC 8288 §3: a list of links; §3.3: one rel, which may hold several relations',
    answers: [
      '<https://api.library.example/books?ids=1,2&page=2>; rel="next", <https://api.library.example/books?page=9>; rel="last"',
      '</style.css>; as=style; rel=preload; crossorigin',
      '<>; rel="self canonical"; title="one, two; rel=three"',
      '</a>;rel="https://library.example/rels/shelf"',
    ].map((link) => ({ headers: { link } })),
  },
  {
    requirement: 'http.kept-fields',
    what: 'a 304 without Last-Modified and Content-Type, one of another language, a 206 with its own Content-Range',
    who: 'nginx, Express, storage services',
    why: 'RFC 9110 §15.4.5 names the fields; other metadata SHOULD NOT be sent; §15.3.7 the same for 206',
    answers: [
      { headers: { etag: '"v1"', 'last-modified': 'Mon, 09 Mar 2026 23:59:59 GMT' } },
      { status: 304, text: '', headers: { etag: '"v1"' } },
      { status: 304, text: '', headers: { 'cache-control': null }, asked: [['accept-language', 'de']] },
      { status: 206, headers: { etag: '"v1"', 'content-range': 'bytes 0-1/9' }, asked: [['range', 'bytes=0-1']] },
    ],
  },
  {
    requirement: 'http.made',
    what: 'a new record that is there a moment later, or that its maker may not read',
    who: 'services that store behind a queue or read from a copy; drop boxes',
    why: 'RFC 9110 §15.3.2 says that it has been created, and without a keyword; when it can be read, and by whom, no RFC says',
    answers: [
      { method: 'POST', status: 201, body: { id: 1 }, headers: { location: '/books/1' } },
      { status: 404, body: problem('not_found', 'There is no such book.') },
      { status: 403, body: problem('forbidden', 'You may not.') },
      { body: { id: 1 } },
    ],
  },
  {
    requirement: 'http.problem-status',
    what: 'problem details without a status, or with one that is no number; another error format with its own status',
    who: 'hand-written handlers, services with codes of their own',
    why: 'RFC 9457 §3.1: every member may be absent, and one of another type is ignored; §3: only of application/problem+json',
    answers: [
      { status: 404, body: { title: 'Not found' }, headers: { 'content-type': 'application/problem+json' } },
      { status: 404, body: { status: 4040, type: 'not found' } },
    ],
  },
  {
    requirement: 'http.problem-members',
    what: 'extensions of any type, a relative type, an empty title',
    who: 'ASP.NET Core (errors, traceId), Spring Boot (properties)',
    why: 'RFC 9457 §3.2: extension members are free; §3.1.1: a URI reference may be relative',
    answers: [
      {
        status: 400,
        body: {
          type: '/problems/shelf',
          title: '',
          status: 400,
          instance: 'urn:uuid:1',
          errors: { title: ['too long'] },
          traceId: '00-1',
          retry: false,
        },
        headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      },
    ],
  },
];
