/** What of several records in one request, and of lists that were fetched before, explains what else. */
import type { Relation } from './model.ts';

export const OF_SEVERAL: readonly Relation[] = [
  {
    explains: ['lifecycle.batch-readable'],
    found: { kind: 'value' },
    these: ['page.*'],
    within: 'endpoint',
    isAnother: true,
    why: 'what was made in a batch is known by the id of another',
  },
  {
    explains: ['lifecycle.batch-readable'],
    found: { got: 404 },
    these: ['page.*'],
    within: 'endpoint',
    why: 'what was not stored of a batch is on no page',
  },
  {
    explains: ['lifecycle.batch-readable'],
    these: ['lifecycle.batch-kept'],
    within: 'operation',
    isAnother: true,
    why: 'what is not kept beside a faulty item is not kept beside good ones',
  },
  {
    explains: ['lifecycle.batch-kept'],
    found: { kind: 'value' },
    these: ['lifecycle.batch-independent', 'input.batch-judged'],
    within: 'operation',
    why: 'what the later items bring is not looked at',
  },
  {
    explains: ['lifecycle.batch-kept'],
    found: { got: 404 },
    these: ['http.made', 'page.*'],
    within: 'endpoint',
    why: 'what was not stored of several is not there',
  },
  {
    explains: ['input.not-in-list', 'input.too-long', 'input.unknown-reference', 'input.future', 'input.order'],
    these: ['input.batch-judged'],
    within: 'operation',
    why: 'what is taken by itself is taken among others',
  },
  {
    explains: ['lifecycle.moved', 'lifecycle.listed-as-read', 'lifecycle.listed-later'],
    these: ['lifecycle.moved', 'lifecycle.moved-away'],
    within: 'endpoint',
    why: 'the list does not learn of what is changed',
  },
  {
    explains: ['lifecycle.moved'],
    these: ['lifecycle.sum-moved', 'lifecycle.sum-moved-away'],
    within: 'service',
    why: 'what belongs to whom is not looked up anew',
  },
  {
    explains: ['lifecycle.listed-later', 'lifecycle.not-listed'],
    these: ['method.head-length', 'page.*'],
    within: 'endpoint',
    why: 'the list is that of before',
  },
  {
    explains: ['lifecycle.batch-order'],
    these: [
      'lifecycle.batch-readable',
      'lifecycle.batch-kept',
      'lifecycle.batch-alike',
      'input.batch-refused',
      'input.batch-judged',
      'input.duplicate-beside',
    ],
    within: 'operation',
    why: 'the answers to the items stand elsewhere',
  },
  {
    explains: ['lifecycle.batch-independent'],
    these: ['input.batch-refused', 'input.duplicate-beside', 'input.batch-judged'],
    within: 'operation',
    why: 'another item is refused than the faulty one',
  },
  {
    explains: ['lifecycle.batch-order'],
    these: [
      'lifecycle.batch-independent',
      'lifecycle.batch-readable',
      'lifecycle.batch-kept',
      'lifecycle.refused-echoed',
    ],
    within: 'operation',
    isAnother: true,
    why: 'an answer that stands at the place of another item says nothing of this one',
  },
];
