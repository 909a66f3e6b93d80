interface Deviation {
  readonly breaks: string;
  readonly describes: string;
}

const assumed = 'assumed of both services, as no document shows it';

/** Faults of what is judged before any field value; each exists for both services. */
export const shapeFaults = {
  'unknown-member-accepted': {
    breaks: `An unknown member is refused with 400 (${assumed}).`,
    describes: 'A member that the resource does not know is ignored.',
  },
  'duplicate-names-accepted': {
    breaks: `A JSON object with two members of one name is refused with 400 (${assumed}).`,
    describes: 'The last of two members of one name is taken.',
  },
  'media-type-accepted': {
    breaks: `A body of another media type than application/json is refused with 415 (${assumed}).`,
    describes: 'Any media type, or none, is read as JSON.',
  },
  'accept-ignored': {
    breaks: `A request whose Accept header excludes JSON is refused with 406 (${assumed}).`,
    describes: 'The Accept header is not looked at.',
  },
  'wrong-type-accepted': {
    breaks: `A field of the wrong JSON type is refused with 400 (${assumed}).`,
    describes: 'A value of the wrong JSON type is stored as it is.',
  },
  'size-unlimited': {
    breaks: `A body over 1 MiB is refused with 413 (${assumed}).`,
    describes: 'A body of up to 16 MiB is read.',
  },
  'malformed-json-500': {
    breaks: `Malformed JSON is refused with 400 (${assumed}).`,
    describes: 'Malformed JSON makes the service fail with 500.',
  },
  'pointer-missing': {
    breaks: `source.pointer names the offending member (${assumed}).`,
    describes: 'The source of a gateway error is left out.',
  },
  'trailing-slash-accepted': {
    breaks: `A path with a trailing slash is unknown, 404 (${assumed}).`,
    describes: 'A trailing slash is cut off before the path is looked up.',
  },
  'options-unauthorised': {
    breaks: `OPTIONS on a known path is answered 204 and needs no token (${assumed}).`,
    describes: 'OPTIONS without a token is answered 401.',
  },
  'head-refused': {
    breaks: `HEAD is answered wherever GET is (${assumed}).`,
    describes: 'HEAD is answered 405.',
  },
  'banner-with-version': {
    breaks: `No response names the software and its version (${assumed}).`,
    describes: 'Every response carries X-Powered-By with a version.',
  },
  'path-case-ignored': {
    breaks: `Paths distinguish capitals, so a path in capitals is unknown, 404 (${assumed}; RFC 3986, section 6.2.2.1).`,
    describes: 'The path is put into lower case before it is looked up.',
  },
  'path-suffix-ignored': {
    breaks: `A path beside the known ones is unknown, 404 (${assumed}).`,
    describes: 'What follows the last hyphen of a path is cut off before it is looked up.',
  },
  'media-type-case-sensitive': {
    breaks: 'Media types are compared without regard to case and parameters (RFC 9110, section 8.3.1).',
    describes: 'A body is refused with 415 unless its media type is "application/json" to the letter.',
  },
  'content-encoding-ignored': {
    breaks: `A body in an unknown coding is refused with 415 (${assumed}; RFC 9110, section 8.4).`,
    describes: 'The Content-Encoding header is not looked at.',
  },
  'accept-any-refused': {
    breaks: `A request that accepts any media type is served (${assumed}; RFC 9110, section 12.5.1).`,
    describes: 'An Accept header with a wildcard is refused with 406.',
  },
  'top-level-500': {
    breaks: `A body of another JSON type is refused with 400 (${assumed}).`,
    describes: 'A body of another JSON type makes the service fail with 500.',
  },
  'top-level-coerced': {
    breaks: `A body of another JSON type is refused with 400 (${assumed}).`,
    describes:
      'One object is taken as an array of it, an array as its first entry, and anything else as an empty object.',
  },
  'deep-nesting-500': {
    breaks: `A deeply nested body is refused with 400 (${assumed}).`,
    describes: 'A body nested more than 500 deep makes the service fail with 500.',
  },
  'empty-body-accepted': {
    breaks: `An empty body is refused with 400 (${assumed}).`,
    describes: 'An empty body is taken as null, which makes the service fail with 500.',
  },
  'pointer-wrong': {
    breaks: `source.pointer names the offending member (${assumed}).`,
    describes: 'The pointer of a gateway error names a member that was not sent.',
  },
  'detail-unnamed': {
    breaks: `An error says what is wrong (${assumed}).`,
    describes: 'The source and the detail of a gateway error say nothing of the offending member.',
  },
  'shape-422': {
    breaks: `A fault of shape is refused with 400 (${assumed}).`,
    describes: 'It is refused with 422.',
  },
  'head-unauthorised': {
    breaks: `HEAD needs the token that GET needs (${assumed}).`,
    describes: 'HEAD is refused with 401 whatever token is sent.',
  },
  'doubled-slash-merged': {
    breaks: `A path with an empty segment is unknown, 404 (${assumed}).`,
    describes: 'Doubled slashes are taken as one.',
  },
  'unknown-path-200': {
    breaks: `An unknown path is answered 404 (${assumed}).`,
    describes: 'An unknown path is answered 200, as by a page that knows its way itself.',
  },
  'encoded-path-unknown': {
    breaks: 'A percent-encoded letter is the same letter (RFC 3986, section 6.2.2.2).',
    describes: 'A path with a percent-encoded letter is answered 404.',
  },
  'encoded-slash-decoded': {
    breaks: 'A percent-encoded slash belongs to its segment (RFC 3986, section 2.2).',
    describes: 'It is decoded before the path is taken apart.',
  },
  'long-target-500': {
    breaks: 'An over-long target is answered 414, or served (RFC 9112, section 3).',
    describes: 'A target of more than 4000 characters is answered 500.',
  },
  'query-refused': {
    breaks: `Unknown query parameters are ignored (${assumed}).`,
    describes: 'A query is refused with 400.',
  },
  'charset-refused': {
    breaks: 'A charset of JSON has no effect (RFC 8259, section 11).',
    describes: 'A body whose media type has a charset is refused with 415.',
  },
  'refusals-409': {
    breaks: `A refusal has the status of its kind (${assumed}).`,
    describes: 'Whatever the gateway refuses is refused with 409.',
  },
  'range-refused': {
    breaks: 'A range in an unknown unit is ignored (RFC 9110, section 14.2).',
    describes: 'A request with Range is refused with 416.',
  },
  'condition-date-refused': {
    breaks: 'If-Modified-Since without a date is ignored (RFC 9110, section 13.1.3).',
    describes: 'It is refused with 400.',
  },
  'accept-required': {
    breaks: 'A request without Accept accepts anything (RFC 9110, section 12.5.1).',
    describes: 'It is refused with 406.',
  },
  'origin-reflected': {
    breaks: `Not every site may read the answers (${assumed}).`,
    describes: 'The Origin of the request is sent back in Access-Control-Allow-Origin, and credentials are allowed.',
  },
  'get-content-believed': {
    breaks: 'The content of a GET has no meaning (RFC 9110, section 9.3.1).',
    describes: 'A GET with content is answered as a search that finds nothing.',
  },
  'method-override-honoured': {
    breaks: 'The method of a request is the one in its request line (RFC 9110, section 9.1).',
    describes: 'X-HTTP-Method-Override is believed.',
  },
  'head-forgets': {
    breaks: 'HEAD is safe: it changes nothing (RFC 9110, section 9.2.1).',
    describes: 'What was asked about with HEAD is not found by a GET any more.',
  },
  'leading-zero-accepted': {
    breaks: `A number with a leading zero is no JSON, 400 (RFC 8259, section 6; ${assumed}).`,
    describes: 'Leading zeros of numbers are ignored.',
  },
  'array-unpacked': {
    breaks: `A field of the wrong JSON type is refused with 400 (${assumed}).`,
    describes: 'An array that holds one text is taken as that text.',
  },
  'malformed-request-500': {
    breaks: 'A request that is no HTTP is answered 400 (RFC 9112, section 2.2 and section 3.2).',
    describes: 'It is answered 500.',
  },
  'scheme-case-sensitive': {
    breaks: 'The scheme of Authorization is compared without regard to case (RFC 9110, section 11.1).',
    describes: 'Only "Bearer" to the letter is understood.',
  },
  'token-before-path': {
    breaks: `An unknown path is judged before the token: 404 without one (${assumed}).`,
    describes: 'Without a token every path, known or not, is answered 401.',
  },
} as const satisfies Record<string, Deviation>;

export type ShapeFault = keyof typeof shapeFaults;
