/** Updates that are refused in part, and where a Location leads. */
import type { Json } from '../../../src/model/json.ts';
import { evidence, problem, type Sketch, SUCCESS } from '../../rules/support.ts';
import type { LegalCase } from '../legal.ts';

const before: Sketch = { body: { title: 'Sphere', pages: 12, changed: 1 } };
const REFUSED: Sketch = { method: 'PATCH', status: 422, body: problem('value', 'no') };
const atomic = (what: string, who: string, update: Sketch, after: Sketch): LegalCase => ({
  requirement: 'http.patch-atomic',
  rule: 'lifecycle.update-atomic',
  what,
  who,
  why: 'RFC 5789 §2: all or nothing of the changes; what makes a success is for the document and the resource to say',
  params: { before: 'before', update: 'update', after: 'after', member: '/title', success: SUCCESS },
  evidence: evidence({ before, update, after }),
});

const answered = (what: string, who: string, answer: Sketch): LegalCase => ({
  requirement: 'http.update-answered',
  rule: 'store.equals',
  what,
  who,
  why: 'no RFC says what a 200 to a PATCH shows; RFC 9110 §15.3.3, §15.3.5: a 202 tells how things stand, a 204 nothing',
  params: { written: 'update', read: 'update', sent: '', shown: '', skip: [] },
  evidence: evidence({ update: { method: 'PATCH', sent: { title: 'Ball', pages: null }, ...answer } }),
});

const created = (what: string, who: string, answer: Sketch, sometimes: readonly string[] = []): LegalCase => ({
  requirement: 'http.create-answered',
  rule: 'store.equals',
  what,
  who,
  why: 'RFC 9110 §15.3.2: a 201 typically describes what was created, without a keyword; §15.3.3, §15.3.5: a 202 tells how things stand, a 204 nothing',
  params: { written: 'create', read: 'create', sent: '', shown: '', skip: ['secret'], sometimes },
  evidence: evidence({
    create: {
      method: 'POST',
      status: 201,
      headers: { location: '/books/7' },
      sent: { title: 'Ball', pages: null, from: '2026-01-01T00:00:00Z', gift: { to: 'Ann' }, secret: 'x' },
      ...answer,
    },
  }),
});

const keysFreed = (what: string, who: string, again: Sketch): LegalCase => ({
  requirement: 'http.keys-freed',
  rule: 'lifecycle.made-again',
  what,
  who,
  why: 'RFC 9110 §9.3.5: a DELETE ends what the resource was; of what becomes of its keys no RFC says a word',
  params: { step: 'again', success: SUCCESS },
  evidence: evidence({
    create: MADE,
    delete: { method: 'DELETE', status: 204, text: '' },
    again,
  }),
});

const put = (
  which: 'created' | 'replaced',
  statuses: readonly number[],
  what: string,
  who: string,
  status: number,
): LegalCase => ({
  requirement: `http.put-${which}`,
  rule: `lifecycle.put-${which}`,
  what,
  who,
  why: 'RFC 9110 §9.3.4 speaks of what a PUT has done; §15.3.3: a 202 says that it is still to be done',
  params: { step: 'put', statuses },
  evidence: evidence({ put: { method: 'PUT', status, ...(status === 204 ? { text: '' } : { body: { id: 7 } }) } }),
});

const patched = (what: string, who: string, gift: Json): LegalCase => ({
  requirement: 'http.merge-patch',
  rule: 'lifecycle.merged',
  what,
  who,
  why: 'RFC 7396 §2 says what becomes of the members that a patch names, and of those that it does not; of more than these it says nothing',
  params: { written: 'update', read: 'read', onto: 'create', sent: '', shown: '', skip: [] },
  evidence: evidence({
    create: { ...MADE, sent: { gift: { to: 'Ann', note: 'x' } } },
    update: { method: 'PATCH', sent: { gift: { to: 'Bob', note: null } } },
    read: { body: { gift } },
  }),
});

const MADE: Sketch = {
  method: 'POST',
  status: 201,
  body: { id: 7 },
  headers: { location: 'http://library.test/books/7' },
};
const location = {
  created: 'create',
  followed: 'followed',
  known: 'known',
  made: '/id',
  shown: '/id',
  success: SUCCESS,
};
const ABSENT: Sketch = { status: 404, body: problem('not_found', 'no') };
const leads = (what: string, who: string, followed: Sketch, known: Sketch, made: Sketch = MADE): LegalCase => ({
  requirement: 'http.location',
  rule: 'lifecycle.location-leads',
  what,
  who,
  why: 'RFC 9110 §9.3.3, §15.3.2: Location identifies the resource that was made, wherever and in whatever form it is',
  params: location,
  evidence: evidence({ create: made, followed, known }),
});

const away = leads(
  'Location names the public host',
  'ASP.NET, Spring, Django behind a gateway',
  { failure: 'not-sent' },
  { body: { id: 7 } },
  {
    ...MADE,
    headers: { location: 'https://public.library.test/books/7' },
  },
);

export const records: readonly LegalCase[] = [
  atomic(
    'the value that we hold for faulty is accepted',
    'Express with a document store, json-server, PHP',
    { method: 'PATCH', body: { title: 'Ball' } },
    { body: { title: 'Ball', pages: 'x' } },
  ),
  atomic('the time of the last access changes', 'services that note it', REFUSED, {
    body: { title: 'Sphere', pages: 12, changed: 2 },
  }),
  answered('the whole record with more than was sent', 'Rails, Django REST, json-server', {
    body: { title: 'Ball', id: 7, changed: 2 },
  }),
  answered('nothing comes back', 'ASP.NET, OData', { status: 204, text: '', headers: { 'content-type': null } }),
  answered('it is done later', 'services behind a queue', { status: 202, body: { status: 'queued' } }),
  created('the whole record with what the service sets, and null left out', 'Rails, Django REST, json-server', {
    body: { id: 7, title: 'Ball', from: '2026-01-01T01:00:00.000+01:00', gift: { to: 'Ann', at: 1 }, changed: 1 },
  }),
  created('null is shown where null was sent', 'services with columns', {
    body: { title: 'Ball', pages: null, from: '2026-01-01T00:00:00Z', gift: { to: 'Ann', note: null } },
  }),
  created(
    'what the contract says an answer may be without is not there',
    'services that show it to its owner alone',
    { body: { title: 'Ball', from: '2026-01-01T00:00:00Z' } },
    ['gift'],
  ),
  created('nothing comes back', 'OData with return=minimal', {
    status: 204,
    text: '',
    headers: { 'content-type': null },
  }),
  created('it is made later', 'services behind a queue', { status: 202, body: { status: 'queued' } }),
  away,
  leads('the new record is there a moment later', 'services that store it behind a queue', ABSENT, ABSENT),
  leads(
    'the address at the Location wants another permission',
    'services with scopes',
    { status: 403, body: problem('forbidden', 'no') },
    { body: { id: 7 } },
  ),
  leads(
    'the record at the Location has no identifier of its own',
    'services whose address is the identifier',
    { body: { title: 'Sphere' } },
    { body: { title: 'Sphere' } },
  ),
  leads(
    'another representation at the Location',
    'services that show a page there',
    { text: '<p>Sphere</p>', headers: { 'content-type': 'text/html' } },
    { body: { id: 7 } },
  ),
  keysFreed('a key that was once given stays taken: 409', 'soft deletes under a unique index', {
    method: 'POST',
    status: 409,
    body: problem('taken', 'no'),
  }),
  {
    requirement: 'http.null-clears',
    rule: 'lifecycle.update-clear',
    what: 'an update with null for an optional field is rejected, and the field keeps its value',
    who: 'services without nullable fields',
    why: 'RFC 7396 §1 gives null a meaning in application/merge-patch+json; no RFC does in application/json',
    params: { before: 'before', update: 'update', after: 'after', shown: '', sent: '' },
    evidence: evidence({ before, update: { ...REFUSED, sent: { pages: null } }, after: before }),
  },
  patched('what was removed is shown as null', 'services with columns', { to: 'Bob', note: null }),
  patched('the service has a member of its own there', 'services that note a time', { to: 'Bob', at: 1 }),
  put('created', [201, 202], 'what a PUT is to make is made later: 202', 'services behind a queue', 202),
  put('replaced', [200, 202, 204], 'what a PUT replaces is replaced later: 202', 'services behind a queue', 202),
  put('replaced', [200, 202, 204], 'a replacement is answered with nothing: 204', 'ASP.NET, OData, CouchDB', 204),
];
