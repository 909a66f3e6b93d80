/** What one call does to the next: a record that is made, changed or read is another one afterwards. */
import type { RulePattern } from '../../../../record/rule-pattern.ts';
import { GOOD_REQUESTS, type Relation } from './model.ts';

/** What is tried on a record, or shown of one. */
const OF_RECORDS: readonly RulePattern[] = [
  'lifecycle.*',
  'body.*',
  'store.*',
  'input.*',
  'outcome.*',
  'coverage.*',
  'page.*',
  'media.*',
  'method.*',
  'access.*',
  'http.made',
];

/** Methods that are tried on a record that there is: what is asked of one that there is not follows from no change. */
const METHODS_OF_RECORDS: readonly RulePattern[] = [
  'method.allow-same',
  'method.get-content',
  'method.head',
  'method.head-content',
  'method.head-length',
  'method.head-offered',
  'method.offered',
  'method.options',
  'method.options-offered',
  'method.override',
  'method.safe',
  'method.safe-unread',
  'method.trace',
  'method.trace-refused',
  'method.unsupported',
];

export const OF_CALLS: readonly Relation[] = [
  {
    explains: ['lifecycle.made-apart'],
    these: OF_RECORDS,
    within: 'endpoint',
    isAnother: true,
    why: 'what was made for one call is the record of another',
  },
  {
    explains: ['lifecycle.made-apart'],
    these: OF_RECORDS,
    within: 'unjudged',
    isAnother: true,
    why: 'records of many endpoints share what they are called by, and those that are reached by it too',
  },
  {
    explains: ['lifecycle.update-again'],
    these: ['lifecycle.update-same', ...GOOD_REQUESTS],
    within: 'alike',
    why: 'what was changed once is changed no more',
  },
  {
    explains: ['lifecycle.update-same'],
    these: ['lifecycle.update-own-key', ...GOOD_REQUESTS],
    within: 'alike',
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
    these: ['lifecycle.update-atomic', 'lifecycle.concurrent-writes', 'lifecycle.updates-at-once', 'body.*', 'store.*'],
    within: 'endpoint',
    why: 'what was changed before is undone',
  },
  {
    explains: ['lifecycle.concurrent-writes', 'lifecycle.update-only-named', 'lifecycle.update-alone'],
    these: ['lifecycle.updates-at-once'],
    within: 'operation',
    why: 'an update that takes back what others wrote does so whatever they wrote',
  },
  {
    explains: ['lifecycle.made-apart', 'lifecycle.read-back'],
    these: ['lifecycle.creates-at-once'],
    within: 'operation',
    why: 'what is not there when it was made alone is not there when two are made at once',
  },
  {
    explains: ['body.equals'],
    these: ['lifecycle.sum-left', 'lifecycle.sum-changed', 'lifecycle.sum-moved', 'lifecycle.sum-moved-away'],
    within: 'operation',
    why: 'a sum that is wrong is wrong when a part of it is changed or gone too',
  },
  {
    explains: ['lifecycle.sum-changed', 'lifecycle.sum-left'],
    these: ['lifecycle.sum-left', 'lifecycle.sum-changed', 'lifecycle.sum-moved', 'lifecycle.sum-moved-away'],
    within: 'operation',
    why: 'the sum is kept as it was',
  },
  {
    explains: ['lifecycle.same-record', 'lifecycle.same-record-changed'],
    these: [
      'lifecycle.*',
      'input.text-trap',
      'input.zeros-kept',
      'input.blanks-kept',
      'input.blanks-stored',
      'input.astral-stored',
      'input.words-kept',
      'input.addresses-kept',
      'input.signs-stored',
      'input.escapes-stored',
      'input.longest-stored',
      'input.digits-stored',
      'input.great-number',
      'body.*',
      'store.*',
      'method.*',
      'access.*',
      'media.*',
    ],
    within: 'endpoint',
    isAnother: true,
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
    these: ['lifecycle.*', 'body.*', 'store.*', ...METHODS_OF_RECORDS, 'input.*', 'media.*'],
    within: 'endpoint',
    why: 'a read has changed the record',
  },
];
