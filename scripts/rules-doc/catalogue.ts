/**
 * What a suite for an HTTP interface can check, row by row, and what becomes of each row here.
 *
 * A row without a reason is covered by at least one rule, which says so itself (`covers`).
 */

/** MUST, SHOULD, or a convention that no RFC has. A MUST binds only where the feature is in use. */
export type RowLevel = 'M' | 'S' | 'C';

export interface Row {
  readonly id: string;
  readonly words: string;
  readonly level: RowLevel;
  readonly source: string;
  /** Kept by another part of Plumbline than a rule. */
  readonly elsewhere?: string;
  /** Why nothing checks it. */
  readonly excluded?: string;
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

type Rest = Pick<Row, 'elsewhere' | 'excluded'>;

const row = (id: string, level: RowLevel, source: string, words: string, rest: Rest = {}): Row => ({
  id,
  words,
  level,
  source,
  ...rest,
});
const not = (excluded: string): Rest => ({ excluded });
const by = (elsewhere: string): Rest => ({ elsewhere });

const NO_VALIDATORS = 'The services send no validators and offer no conditional requests.';
const NO_PUT = 'No operation of either service is a PUT, and PUT is refused.';
const NO_PROBLEM_DETAILS = 'Neither service uses problem details: the contracts have error families of their own.';
const NO_SCOPES = 'Access tokens of these services carry no scopes or roles.';
const NO_CURSORS = 'Pages have numbers; there are no cursors.';
const NO_FILTERS = 'The lists have neither filters nor a choice of order.';
const NOT_ASKED = 'No document asks for it, and answers are read by programs and not by browsers.';

export const SECTIONS: readonly Section[] = [
  {
    title: 'Every answer',
    rows: [
      row('A01', 'C', 'RFC 9110 §15', 'the status is registered or documented'),
      row('A02', 'C', '', 'no generated request makes the server fail'),
      row('A03', 'C', 'contract', 'the status is documented for the operation and version'),
      row('A04', 'C', 'contract', 'the body has the schema of its status and version'),
      row('A05', 'S', 'RFC 9110 §8.3', 'content has a Content-Type that can be parsed'),
      row('A06', 'C', 'contract; RFC 9110 §8.3.1', 'the media type is the declared one'),
      row('A07', 'M', 'RFC 9110 §6.6.1', 'Date is there on 2xx, 3xx and 4xx'),
      row('A08', 'M', 'RFC 9110 §5.6.7', 'every date is an IMF-fixdate'),
      row('A09', 'M', 'RFC 9110 §8.8.2.1', 'Last-Modified is not later than Date'),
      row('A10', 'M', 'RFC 9110 §8.6; RFC 9112 §6.1', 'no length and no transfer coding on 204'),
      row('A11', 'M', 'RFC 9110 §15.3.6, §9.3.2', 'no content in 204, 205, 304, and none for HEAD'),
      row('A12', 'M', 'RFC 9110 §15.5.2', 'a 401 carries a challenge'),
      row('A13', 'M', 'RFC 9110 §15.5.6', 'a 405 carries Allow'),
      row('A14', 'M', 'RFC 9110 §15.5.22', 'a 426 carries Upgrade'),
      row('A15', 'S', 'RFC 9110 §9.3.3', 'a 201 carries Location, which leads to the new record'),
      row(
        'A16',
        'C',
        'RFC 9110 §13.1.2',
        'no 201 to GET or DELETE, no 304 beyond GET and HEAD, no 413 or 415 without content',
      ),
      row('A17', 'M', 'RFC 9110 §15.3.7.1, §15.5.17', '206 and 416 carry Content-Range'),
      row('A18', 'S', 'RFC 9110 §10.2.3, §15.5.14', 'Retry-After can be parsed, and is there on 503 and 429'),
      row(
        'A19',
        'M',
        'RFC 8259 §8.1, §4',
        'JSON is UTF-8 without a mark, without repeated names, with numbers that all can read',
      ),
      row('A20', 'C', 'contract', 'dates, identifiers and codes have their declared form'),
      row('A21', 'C', 'RFC 9457 §5', 'no stack trace, query, class or path'),
      row('A22', 'S', 'RFC 9110 §10.2.4', 'the software is not named in detail'),
      row('A23', 'C', '', 'no secret and no text of ours comes back to others'),
      row('A24', 'C', '', 'answers come within a budget of time'),
      row('A25', 'C', 'contract', 'the correlation id is echoed'),
    ],
  },
  {
    title: 'Methods and paths',
    rows: [
      row('B01', 'S', 'RFC 9110 §9.1', 'a known method that the path lacks: 405'),
      row('B02', 'S', 'RFC 9110 §9.1', 'a method that the server lacks: 501 or 405'),
      row('B03', 'M', 'RFC 9110 §9.1', 'HEAD where GET is'),
      row('B04', 'S', 'RFC 9110 §9.3.2, §8.6', 'HEAD as GET, without content'),
      row('B05', 'S', 'RFC 9110 §9.3.7', 'OPTIONS lists the methods of the contract'),
      row('B06', 'S', 'RFC 9110 §9.3.8', 'TRACE is refused, and reflects no credentials'),
      row('B07', 'M', 'RFC 9110 §9.2.1', 'GET and HEAD change nothing'),
      row('B08', 'C', 'RFC 9110 §15.5.5', 'unknown paths and identifiers are refused as declared'),
      row('B09', 'C', '', 'slashes, capitals and encoding in paths'),
      row('B10', 'M', 'RFC 9112 §3', 'an over-long target: 414, or served'),
      row('B11', 'C', 'RFC 9110 §9.3.1', 'a GET with content'),
      row('B12', 'C', '', 'undeclared neighbours do not answer'),
      row('B13', 'C', '', 'method override headers are ignored'),
    ],
  },
  {
    title: 'Content negotiation',
    rows: [
      row('C01', 'C', 'RFC 9110 §15.5.16', 'another media type of a body: 415'),
      row('C02', 'M', 'RFC 9110 §12.5.3', 'a 415 for another cause than the coding has no Accept-Encoding'),
      row('C03', 'C', '', 'a body without a media type'),
      row('C04', 'M', 'RFC 9110 §8.3.1', 'the media type in any letter case, with a charset'),
      row('C05', 'C', 'RFC 9110 §12.5.1', 'an Accept without JSON: 406'),
      row('C06', 'C', 'RFC 9110 §12.5.1', 'wildcards, quality 0, no Accept at all'),
      row('C07', 'S', 'RFC 9110 §12.5.3', 'an unknown coding of a body is refused'),
      row(
        'C08',
        'S',
        'RFC 9110 §12.5.5',
        'Vary names what selected the representation',
        not('There is one representation of everything, so nothing selects it.'),
      ),
    ],
  },
  {
    title: 'Conditions, caches, ranges',
    rows: [
      row('D01', 'M', 'RFC 9110 §8.8.3', 'an ETag is quoted, and marked where it is weak'),
      row('D02', 'M', 'RFC 9110 §13.1.2', 'If-None-Match that matches', not(NO_VALIDATORS)),
      row(
        'D03',
        'M',
        'RFC 9110 §13.1.2',
        'If-None-Match: * on a create',
        not('A create names no resource that could exist: the service chooses the identifier.'),
      ),
      row('D04', 'M', 'RFC 9110 §15.4.5', 'a 304 carries the fields of the 200', not(NO_VALIDATORS)),
      row('D05', 'M', 'RFC 9110 §13.1.1', 'a stale If-Match stops the method', not(NO_VALIDATORS)),
      row('D06', 'M', 'RFC 9110 §13.1.1', 'If-Match compares strongly', not(NO_VALIDATORS)),
      row('D07', 'M', 'RFC 9110 §13.1.3', 'If-Modified-Since with a bad date is ignored'),
      row('D08', 'M', 'RFC 9110 §13.2.1', 'a condition does not hide a refusal'),
      row('D09', 'M', 'RFC 9110 §13.1.4', 'a false If-Unmodified-Since stops the method', not(NO_VALIDATORS)),
      row('D10', 'M', 'RFC 9110 §14.2', 'an unknown range unit is ignored'),
      row('D11', 'C', 'RFC 9111 §3.5', 'personal data is not for caches'),
      row(
        'D12',
        'C',
        'RFC 6585 §3',
        '428 where a contract demands conditions',
        not('Neither contract demands conditions.'),
      ),
      row('D13', 'C', 'RFC 9110 §15.1', 'errors are not kept by caches'),
    ],
  },
  {
    title: 'Writes and the life of a record',
    rows: [
      row('E01', 'M', 'RFC 9110 §9.3.4', 'a PUT that creates: 201', not(NO_PUT)),
      row('E02', 'M', 'RFC 9110 §9.3.4', 'a PUT that replaces: 200 or 204', not(NO_PUT)),
      row('E03', 'M', 'RFC 9110 §9.3.4', 'no validator in the answer to a PUT that was changed', not(NO_PUT)),
      row('E04', 'C', 'RFC 9110 §9.3.4', 'a PUT clears what it leaves out', not(NO_PUT)),
      row('E05', 'M', 'RFC 9110 §9.2.2', 'twice, or at once, leaves one state'),
      row('E06', 'C', 'RFC 9110 §9.3.5', 'what is deleted is gone, everywhere'),
      row('E07', 'M', 'RFC 5789 §2', 'a refused write leaves no trace; a PATCH is applied whole or not at all'),
      row('E08', 'C', 'RFC 7396 §1, §2', 'a PATCH changes what it names; null clears'),
      row('E09', 'S', 'RFC 9110 §14.5', 'Content-Range on PUT is refused', not(NO_PUT)),
      row('E10', 'C', '', 'a second create of the same is refused'),
      row('E11', 'C', '', 'members that the server sets are not the client’s'),
      row('E12', 'C', '', 'what is stored is read back at once and equal'),
      row('E13', 'C', '', 'no child under another parent'),
    ],
  },
  {
    title: 'Input, one fault a request',
    rows: [
      row('F01', 'C', 'RFC 9110 §15.5.1', 'malformed, truncated, empty, of another top-level type'),
      row('F02', 'C', 'contract', 'wrong type, null, missing, unknown, not in the code list'),
      row('F03', 'C', 'contract', 'both sides of every boundary, counted in characters'),
      row('F04', 'C', '', 'characters that are often spoilt'),
      row('F05', 'S', 'RFC 8259 §4; RFC 7493 §2.3', 'a member twice'),
      row('F06', 'C', 'RFC 9110 §15.5.14', 'numbers in all their forms, deep nesting, huge bodies'),
      row('F07', 'C', '', 'query and page parameters that are unknown, repeated or no numbers'),
      row('F08', 'C', '', 'dates at the edge'),
      row('F09', 'C', '', 'code in texts comes back inert'),
      row('F10', 'C', '', 'a field that is needed is missing or doubled'),
      row('F11', 'M', 'RFC 9110 §5.5', 'CR, LF and NUL in a field value'),
      row('F12', 'M', 'RFC 9112 §3.2', 'Host is missing, doubled or bad'),
      row('F13', 'M', 'RFC 9112 §6.3', 'a bad length, or chunked that is not last'),
      row('F14', 'C', 'RFC 9457 §3', 'an error names the member and does not repeat the request'),
    ],
  },
  {
    title: 'Who may call',
    rows: [
      row('G01', 'M', 'RFC 6750 §3', 'no credentials: 401 with a challenge'),
      row('G02', 'M', 'RFC 6750 §3', 'the challenge has a parameter and repeats none'),
      row('G03', 'S', 'RFC 6750 §3.1', 'no error code where no token was sent'),
      row('G04', 'S', 'RFC 6750 §3.1', 'invalid_token where one was refused'),
      row('G05', 'S', 'RFC 6750 §3.1', 'two tokens are refused'),
      row('G06', 'S', 'RFC 6750 §3.1', 'a missing scope: 403', not(NO_SCOPES)),
      row('G07', 'M', 'RFC 6750 §2.1', 'the token counts in its header alone'),
      row('G08', 'M', 'RFC 9110 §11.1', 'the scheme in any letter case'),
      row('G09', 'C', 'RFC 6750 §5.3', 'no token from the query'),
      row('G10', 'C', 'RFC 9110 §15.5.4', 'a caller without the right is refused in one way'),
      row('G11', 'C', '', 'absent and forbidden look alike'),
      row('G12', 'C', '', 'no access to the records of others, at any operation'),
      row('G13', 'C', '', 'who calls is judged first'),
      row('G14', 'C', '', 'no anonymous writes'),
      row('G15', 'C', '', 'a refused sign-in does not tell who exists'),
    ],
  },
  {
    title: 'Tokens',
    rows: [
      row('J01', 'M', 'RFC 7519 §7.2; RFC 8725 §3.3', 'another signature, or none'),
      row('J02', 'M', 'RFC 8725 §3.1', 'the algorithm none, in all spellings'),
      row('J03', 'M', 'RFC 8725 §3.1', 'the public key as a shared secret'),
      row('J04', 'M', 'RFC 7519 §4.1.4', 'expired, and at the limit'),
      row('J05', 'M', 'RFC 7519 §4.1.4', 'an expiry that is missing, a text, negative, huge'),
      row('J06', 'M', 'RFC 7519 §4.1.5', 'not yet valid'),
      row('J07', 'C', 'RFC 7519 §4.1.6', 'issued in the future, or long ago'),
      row('J08', 'M', 'RFC 7519 §4.1.3', 'another audience, none, or an array'),
      row('J09', 'M', 'RFC 8725 §3.8', 'another issuer'),
      row('J10', 'M', 'RFC 8725 §3.8', 'another subject, or none'),
      row('J11', 'M', 'RFC 8725 §3.12', 'a token of another kind'),
      row('J12', 'S', 'RFC 8725 §3.10', 'a key identifier or key of the caller’s choice'),
      row('J13', 'M', 'RFC 7515 §4.1.11', 'an unknown critical parameter'),
      row('J14', 'M', 'RFC 7519 §4', 'a claim twice'),
      row('J15', 'M', 'RFC 7519 §4', 'an unknown claim is ignored'),
      row('J16', 'M', 'RFC 7519 §7.2; RFC 8725 §3.7', 'no compact JWT'),
      row('J17', 'M', 'RFC 8725 §3.3', 'claims changed under the old signature'),
      row('J18', 'C', 'contract', 'scopes', not(NO_SCOPES)),
      row(
        'J19',
        'C',
        'RFC 7519 §4.1.7',
        'a one-time token twice',
        not('The documents do not ask for one-time assertions: neither reuse nor its refusal is a departure.'),
      ),
      row('J20', 'M', 'RFC 8725 §3.9', 'a token of the other service'),
      row(
        'J21',
        'C',
        '',
        'a token that runs out during the run',
        not('An access token lives an hour, and no other can be made: only the identity provider signs them.'),
      ),
    ],
  },
  {
    title: 'Errors',
    rows: [
      row('H01', 'S', 'RFC 9110 §15.5, §15.6', 'errors explain themselves'),
      row('H02', 'C', 'RFC 9457 §3', 'the media type of problem details', not(NO_PROBLEM_DETAILS)),
      row('H03', 'M', 'RFC 9457 §3.1.2', 'the status in the body is that of the answer', not(NO_PROBLEM_DETAILS)),
      row('H04', 'C', 'RFC 9457 §3.1.1', 'the type is a known URI', not(NO_PROBLEM_DETAILS)),
      row(
        'H05',
        'M',
        'RFC 9457 §3.1',
        'the types of the members',
        not(`${NO_PROBLEM_DETAILS} Their members are judged by schema (A04).`),
      ),
      row('H06', 'S', 'RFC 9457 §3.1.3', 'one title for one type', not(NO_PROBLEM_DETAILS)),
      row('H07', 'S', 'RFC 9457 §3.1.4, §5', 'the detail helps, and holds nothing of the inside'),
      row('H08', 'C', '', 'errors of the framework have the same shape'),
      row(
        'H09',
        'C',
        '',
        'one error for one fault at both services',
        not('The two services have error families of their own, which no document relates.'),
      ),
      row('H10', 'C', '', 'every declared error is provoked, and no other seen'),
    ],
  },
  {
    title: 'Paging',
    rows: [
      row('I01', 'C', '', 'all pages bring every record once'),
      row('I02', 'C', '', 'the total is one for all page sizes'),
      row('I03', 'C', '', 'no page above its size, and only the last below'),
      row('I04', 'C', '', 'the size where none is asked for'),
      row('I05', 'C', '', 'sizes of 0, -1, one too many, words'),
      row('I06', 'C', '', 'the order is total and stable'),
      row('I07', 'C', '', 'a page past the end'),
      row('I08', 'C', '', 'no next after the last, no previous before the first'),
      row(
        'I09',
        'C',
        'RFC 8288 §3',
        'links resolve and keep filters',
        not('Pages are named by numbers in header fields; there are no links.'),
      ),
      row('I10', 'C', '', 'a cursor is opaque', not(NO_CURSORS)),
      row('I11', 'C', '', 'a cursor is not transferable', not(NO_CURSORS)),
      row('I12', 'C', '', 'a change during the walk loses no old record'),
      row('I13', 'C', '', 'filtered is a part of unfiltered', not(NO_FILTERS)),
      row('I14', 'C', '', 'ascending is descending reversed', not(NO_FILTERS)),
      row('I15', 'C', '', 'totals count what the caller may see'),
      row('I16', 'C', '', 'HEAD and OPTIONS of a collection'),
    ],
  },
  {
    title: 'Transport and security headers',
    rows: [
      row('K01', 'M', 'RFC 6797 §7.2', 'HSTS over TLS alone'),
      row('K02', 'C', '', 'X-Content-Type-Options', not(NOT_ASKED)),
      row('K03', 'C', 'Fetch', 'no origin is allowed that nobody knows'),
      row(
        'K04',
        'C',
        '',
        'TLS alone',
        not(
          'The target gives the addresses. A token is only ever sent to them, and a certificate that does not hold ends the exchange.',
        ),
      ),
      row('K05', 'C', '', 'Content-Security-Policy', not(NOT_ASKED)),
      row('K06', 'C', '', 'no-store on tokens and personal data'),
      row('K07', 'C', 'RFC 6585 §4', 'rate limits'),
      row('K08', 'C', 'RFC 6265 §4.1.2', 'flags of cookies'),
      row(
        'K09',
        'C',
        'RFC 9745; RFC 8594',
        'Deprecation and Sunset',
        not('No operation of any version is announced as retired.'),
      ),
    ],
  },
  {
    title: 'Versions',
    rows: [
      row('L01', 'C', '', 'the published definition has the operations of the contract'),
      row(
        'L02',
        'C',
        '',
        'routes that are in neither',
        not(
          'A run sees the routes that it asks for. Declared neighbours are tried (B12); a list of all routes is the owner’s alone.',
        ),
      ),
      row('L03', 'C', '', 'the version that the service names is the tested one'),
      row(
        'L04',
        'C',
        '',
        'consecutive versions are compatible unless listed',
        by('`plumbline diff` compares two versions and names what breaks clients.'),
      ),
      row(
        'L05',
        'C',
        '',
        'what a version removed is gone, what it added was not there',
        by('The contracts’ cases of the aspect `versions` ask each version for what another one has.'),
      ),
      row(
        'L06',
        'C',
        '',
        'both services agree on shared rules',
        by('The same rules are bound to both services; the report shows them side by side.'),
      ),
    ],
  },
  {
    title: 'Honesty of the suite',
    rows: [
      row(
        'M01',
        'C',
        '',
        'every rule has a fault that it finds',
        by('`plumbline prove` sets every rule against seeded faults and lists the survivors.'),
      ),
      row('M02', 'C', '', 'every operation succeeded, every declared refusal was provoked'),
      row(
        'M03',
        'C',
        '',
        'planned is accounted for',
        by('The report counts planned checks; one without a verdict is `untested` and blocks.'),
      ),
      row(
        'M04',
        'C',
        '',
        'no expired, unused or overlapping waiver',
        by('Each waiver has a state in the report, and the gate reads it.'),
      ),
      row(
        'M05',
        'C',
        '',
        'no secret in any artefact',
        by('Exchanges are redacted where they are recorded, before anything is written.'),
      ),
      row('M06', 'C', '', 'the same inputs give the same check ids', by('The plan is pure, and has a hash.')),
      row(
        'M07',
        'C',
        '',
        'a failed set-up is never a pass',
        by('A check whose prerequisite did not hold is `inconclusive`, with the cause.'),
      ),
      row(
        'M08',
        'C',
        '',
        'tried on a good and a bad reference first',
        by('`npm start` runs against the embedded reference; `plumbline prove` against its faults.'),
      ),
      row(
        'M09',
        'C',
        '',
        'the report says what was not tested',
        by('The report lists excluded requirements, and checks that were inapplicable or inconclusive.'),
      ),
    ],
  },
];
