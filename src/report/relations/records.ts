/** What becomes of records: what is stored, changed, listed and gone. */
import type { RulePattern } from '../../record/rule-pattern.ts';
import type { Relation } from './model.ts';

/** What an update has to leave behind. */
const OF_UPDATES: readonly RulePattern[] = [
  'lifecycle.update-atomic',
  'lifecycle.update-only-named',
  'lifecycle.update-clear',
  'lifecycle.update-each',
  'lifecycle.update-alone',
  'lifecycle.update-kept',
  'lifecycle.cleared-stays',
  'lifecycle.update-again',
  'lifecycle.update-answered',
  'lifecycle.update-list',
  'lifecycle.sibling-changed',
  'lifecycle.update-after-delete',
];

export const OF_RECORDS: readonly Relation[] = [
  {
    explains: ['lifecycle.not-listed', 'lifecycle.gone'],
    these: ['lifecycle.made-again', 'lifecycle.delete-again'],
    within: 'endpoint',
    why: 'the record is still there',
  },
  {
    explains: ['outcome.accepted'],
    found: { got: 404 },
    these: ['http.made'],
    within: 'endpoint',
    why: 'no record of it can be read, whatever it was made of',
  },
  {
    explains: ['lifecycle.not-listed'],
    these: ['page.*'],
    within: 'endpoint',
    why: 'what is listed though it was deleted is walked over and counted too',
  },
  {
    explains: ['lifecycle.gone'],
    these: ['lifecycle.*', 'store.*', 'body.*', 'page.*'],
    within: 'endpoint',
    why: 'the record is still there',
  },
  {
    explains: ['lifecycle.empties'],
    these: ['lifecycle.parts-stay-removed'],
    within: 'endpoint',
    why: 'what was never removed does not come back',
  },
  {
    explains: ['lifecycle.update-only-named'],
    these: ['lifecycle.update-alone'],
    within: 'operation',
    why: 'an update changes more than it names, whichever member that is',
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
    isAnother: true,
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
      'input.signs-stored',
      'input.zeros-kept',
      'input.blanks-kept',
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
    isAnother: true,
    why: 'whatever is asked for is there',
  },
];
