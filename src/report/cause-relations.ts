/** Which departure explains which, beside what its layer says: as data. */
import type { RulePattern } from '../record/rule-pattern.ts';
import type { Finding } from './model.ts';

/** `base`: accepted somewhere of what the other tries too; `elsewhere`: in the operation, where what was found is not at the member that the check is about; `exchange`: seen in the same exchange; `case`: in the same case; `member`: of a member of that name in the endpoint; `named`: where both found something at members of one name in the endpoint; `requirement`: of the same requirement in the endpoint; the others: anywhere in the operation, endpoint, service. */
export type Within =
  | 'base'
  | 'elsewhere'
  | 'exchange'
  | 'case'
  | 'member'
  | 'named'
  | 'requirement'
  | 'operation'
  | 'endpoint'
  | 'service';

export interface Relation {
  readonly explains: readonly RulePattern[];
  /** Only where the explaining check is of this level: what should be does not stand for what must. */
  readonly level?: 'MUST';
  /** What the explaining check found. */
  readonly found?: Pick<Finding, 'kind'> | Pick<Finding, 'got'>;
  readonly these: readonly RulePattern[];
  readonly aspect?: string;
  readonly within: Within;
  readonly why: string;
}

/** What an update has to leave behind. */
const OF_UPDATES: readonly RulePattern[] = [
  'lifecycle.update-atomic',
  'lifecycle.update-only-named',
  'lifecycle.update-clear',
  'lifecycle.update-each',
  'lifecycle.update-kept',
  'lifecycle.update-again',
  'lifecycle.update-answered',
  'lifecycle.update-list',
  'lifecycle.sibling-changed',
  'lifecycle.update-after-delete',
];

/** Good requests of an operation, whatever is special about them. */
const GOOD_REQUESTS: readonly RulePattern[] = [
  'outcome.accepted',
  'access.scheme-case',
  'input.longest',
  'input.longest-astral',
  'input.injection',
  'input.unicode',
  'input.lowest',
  'input.finest',
  'input.same-day',
  'input.today',
  'input.leap-day',
  'media.case',
  'media.charset',
  'query.ignored',
];

export const RELATIONS: readonly Relation[] = [
  {
    explains: ['lifecycle.made-apart'],
    these: ['lifecycle.*', 'body.*', 'store.*', 'input.*', 'outcome.*', 'coverage.*', 'page.*', 'method.*', 'access.*'],
    within: 'endpoint',
    why: 'what was made for one call is the record of another',
  },
  {
    explains: ['lifecycle.update-again'],
    these: ['lifecycle.update-same', ...GOOD_REQUESTS],
    within: 'operation',
    why: 'what was changed once is changed no more',
  },
  {
    explains: ['lifecycle.update-same'],
    these: GOOD_REQUESTS,
    within: 'operation',
    why: 'what would change nothing is refused, however it is sent',
  },
  {
    explains: ['lifecycle.update-clear'],
    these: ['lifecycle.update-kept'],
    within: 'operation',
    why: 'what null does not clear is not undone',
  },
  {
    explains: ['lifecycle.update-kept'],
    these: ['lifecycle.update-atomic', 'lifecycle.concurrent-writes', 'body.*', 'store.*'],
    within: 'endpoint',
    why: 'what was changed before is undone',
  },
  {
    explains: ['body.equals'],
    these: ['lifecycle.sum-left'],
    within: 'operation',
    why: 'a sum that is wrong is wrong when a part of it is gone too',
  },
  {
    explains: ['page.total-grown'],
    these: ['page.walk-complete', 'page.total', 'page.total-scaled', 'page.headers'],
    within: 'operation',
    why: 'the count is of another day',
  },
  {
    explains: ['token.usable'],
    these: ['outcome.accepted', 'coverage.exercised'],
    within: 'service',
    why: 'no request is good with a token that is refused',
  },
  {
    explains: ['lifecycle.same-record', 'lifecycle.same-record-changed'],
    these: ['lifecycle.*', 'input.text-trap', 'body.*', 'store.*', 'method.*', 'access.*', 'media.*'],
    within: 'endpoint',
    why: 'what is read is another record',
  },
  {
    explains: ['lifecycle.read-back'],
    these: ['method.safe-unread'],
    within: 'endpoint',
    why: 'what was altered when it was stored has not been changed by reading it',
  },
  {
    explains: ['method.safe', 'method.safe-unread'],
    these: ['lifecycle.*', 'body.*', 'store.*', 'method.*', 'input.*', 'media.*'],
    within: 'endpoint',
    why: 'a read has changed the record',
  },
  {
    explains: ['page.headers'],
    found: { kind: 'absent' },
    these: ['page.*'],
    within: 'operation',
    why: 'nothing says where a page stands',
  },
  {
    explains: ['page.next'],
    these: ['page.*'],
    within: 'operation',
    why: 'a walk that is led astray says nothing of the pages',
  },
  {
    explains: ['page.no-duplicates'],
    these: [
      'page.walk-complete',
      'page.total',
      'page.total-scaled',
      'page.size',
      'page.order',
      'page.order-kept',
      'page.headers',
      'page.cap',
    ],
    within: 'operation',
    why: 'what comes twice is counted twice',
  },
  {
    explains: ['page.walk-complete'],
    level: 'MUST',
    these: ['page.*'],
    within: 'operation',
    why: 'what is not complete cannot be counted',
  },
  {
    explains: ['page.size', 'page.cap'],
    these: [
      'page.total-grown',
      'page.total',
      'page.total-scaled',
      'page.headers',
      'page.previous',
      'page.past-the-end',
      'page.clamped',
      'page.walk-complete',
      'outcome.*',
    ],
    within: 'operation',
    why: 'pages of another size are another number of pages',
  },
  {
    explains: ['page.total'],
    these: ['page.total-scaled', 'page.headers'],
    within: 'operation',
    why: 'the count is wrong',
  },
  { explains: ['page.headers'], these: ['page.*'], within: 'operation', why: 'nothing says where a page stands' },
  {
    explains: ['page.order-kept'],
    these: ['page.order', 'page.walk-complete', 'page.no-duplicates', 'page.not-enabled', 'lifecycle.list-order'],
    within: 'operation',
    why: 'where there is no order, none is kept on a walk either',
  },
  {
    explains: ['page.order', 'page.order-kept'],
    these: ['lifecycle.list-order', 'page.walk-complete', 'page.not-enabled'],
    within: 'operation',
    why: 'records that change places are met twice or never',
  },
  {
    explains: ['lifecycle.gone'],
    these: ['lifecycle.*', 'store.*', 'body.*'],
    within: 'endpoint',
    why: 'the record is still there',
  },
  {
    explains: ['lifecycle.empties'],
    these: ['lifecycle.*', 'access.*', 'media.*', 'path.*', 'method.*', 'outcome.*', 'coverage.*', 'body.*', 'store.*'],
    within: 'operation',
    why: 'a record that went with its parts is not found again',
  },
  {
    explains: ['lifecycle.others-kept', 'lifecycle.sibling-kept'],
    these: ['lifecycle.*', 'body.*', 'store.*'],
    within: 'endpoint',
    why: 'a write reaches records that it does not name',
  },
  {
    explains: ['lifecycle.others-kept'],
    found: { got: 404 },
    these: ['outcome.accepted', 'coverage.exercised', 'page.*', 'access.*', 'media.*', 'method.*', 'input.*'],
    within: 'endpoint',
    why: 'records that nobody named are removed',
  },
  {
    explains: ['lifecycle.update-atomic'],
    these: ['http.body-schema', 'body.*', 'lifecycle.*', 'store.*'],
    within: 'endpoint',
    why: 'what was refused was stored, and is shown',
  },
  {
    explains: ['lifecycle.empty-again', 'lifecycle.delete-again'],
    these: ['outcome.accepted', 'coverage.exercised'],
    within: 'operation',
    why: 'the same request is served once: it is refused where nothing is left to do',
  },
  {
    explains: ['lifecycle.update-only-named'],
    these: ['lifecycle.update-clear', 'lifecycle.update-kept'],
    within: 'elsewhere',
    why: 'what an update does not name is changed',
  },
  {
    explains: ['lifecycle.correlation-echoed'],
    these: ['lifecycle.batch-order'],
    within: 'operation',
    why: 'answers are told apart by what they should echo',
  },
  {
    explains: ['input.longest'],
    these: ['input.longest-astral'],
    within: 'operation',
    why: 'what has the full length is refused in any script',
  },
  {
    explains: ['lifecycle.update-each'],
    these: ['lifecycle.concurrent-writes', 'lifecycle.clear-each', ...OF_UPDATES, 'body.*', 'store.*', 'input.*'],
    within: 'operation',
    why: 'updates do not arrive',
  },
  {
    explains: ['lifecycle.nothing-added', 'body.lacks'],
    these: ['lifecycle.clear-each', 'lifecycle.update-clear', 'body.lacks', 'body.equals', 'body.has', 'store.*'],
    within: 'named',
    why: 'what is shown though it should not be there is shown after it was cleared too',
  },
  {
    explains: ['lifecycle.clear-each'],
    these: ['lifecycle.update-clear', 'lifecycle.update-kept', 'lifecycle.update-again', 'body.*', 'store.*'],
    within: 'operation',
    why: 'nothing is cleared',
  },
  {
    explains: ['lifecycle.read-back'],
    these: [
      'store.*',
      'body.*',
      'lifecycle.nothing-added',
      'lifecycle.stored-once',
      'lifecycle.batch-independent',
      'lifecycle.batch-readable',
      'lifecycle.batch-order',
      ...OF_UPDATES,
      'input.longest-stored',
    ],
    within: 'endpoint',
    why: 'the record is not kept as it was sent',
  },
  {
    explains: ['lifecycle.stored-once', 'lifecycle.listed'],
    these: ['lifecycle.listed', 'lifecycle.batch-readable', 'lifecycle.stored-once', 'page.*'],
    within: 'endpoint',
    why: 'the list lacks the record',
  },
  {
    explains: ['lifecycle.unknown-id'],
    these: ['lifecycle.*', 'path.unknown', 'access.*', 'http.body-schema'],
    within: 'endpoint',
    why: 'whatever is asked for is there',
  },
  {
    explains: ['lifecycle.other-party'],
    these: ['access.same-answer', 'access.canary', 'access.list-apart', 'lifecycle.others-kept'],
    within: 'service',
    why: 'what is another’s can be reached',
  },
  {
    explains: ['access.none'],
    these: ['outcome.form'],
    aspect: 'access',
    within: 'service',
    why: 'nobody asks who calls',
  },
  {
    explains: ['method.head-offered'],
    these: ['http.allow-consistent', 'method.head', 'method.head-content', 'method.head-length', 'method.head-offered'],
    within: 'service',
    why: 'HEAD is refused',
  },
  {
    explains: ['method.unsupported'],
    these: ['method.trace', 'method.trace-refused'],
    within: 'operation',
    why: 'whatever method is sent is served',
  },
  {
    explains: ['http.allow'],
    these: ['method.options', 'http.allow-consistent'],
    within: 'service',
    why: 'Allow is not right',
  },
  { explains: ['method.head'], these: ['http.*'], within: 'exchange', why: 'the answer to HEAD is not that to GET' },
  {
    explains: ['http.cache-control'],
    these: ['http.error-uncached', 'token.no-store', 'method.head'],
    within: 'service',
    why: 'caching is said nowhere',
  },
  {
    explains: ['input.unknown-member'],
    these: ['input.read-only', 'outcome.refused', 'body.*', 'http.body-schema', 'store.*'],
    within: 'endpoint',
    why: 'members are not looked at',
  },
  {
    explains: ['input.*'],
    these: ['http.body-schema', 'body.*', 'store.*', 'lifecycle.*'],
    within: 'member',
    why: 'a value that should have been refused is stored',
  },
  {
    explains: ['input.*'],
    these: ['outcome.refused'],
    within: 'requirement',
    why: 'the same is asked with other values',
  },
  {
    explains: ['input.*', 'media.*', 'path.*', 'access.*', 'method.*'],
    these: ['outcome.form'],
    within: 'base',
    why: 'what is let through elsewhere is not what is refused here',
  },
  {
    explains: ['input.wrong-top-level'],
    these: ['input.deep-nesting'],
    within: 'endpoint',
    why: 'a list of lists is of another kind at the top',
  },
  {
    explains: ['http.error-shape'],
    these: ['http.body-schema', 'http.problem-members', 'http.problem-status'],
    within: 'operation',
    why: 'errors have another shape',
  },
  {
    explains: ['token.response', 'http.body-schema'],
    these: ['body.*', 'http.body-schema'],
    within: 'exchange',
    why: 'the answer has another shape',
  },
  {
    explains: ['token.tampered', 'token.other-key', 'token.key-url', 'token.alg-none', 'token.hs256'],
    these: ['token.same-refusal', 'token.unlinked'],
    within: 'service',
    why: 'assertions are not verified',
  },
  {
    explains: ['token.header-wrong', 'token.header-missing'],
    these: ['token.same-refusal'],
    within: 'service',
    why: 'one of the two is not refused, for what names its key is not looked at',
  },
  {
    explains: ['definition.version', 'definition.operations', 'definition.document'],
    these: ['definition.*', 'body.*'],
    within: 'endpoint',
    why: 'the definition is another',
  },
];
