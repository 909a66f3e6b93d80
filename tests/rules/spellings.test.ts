/** What is one thing however it is asked for: a path with an escape, and the methods that a path has. */
import { test, expect } from 'vitest';
import { evidence, onCase, SUCCESS, type Sketch } from './support.ts';

test.each<[string, string, Sketch, string | undefined]>([
  ['what is refused', 'POST, HEAD', { method: 'HEAD', status: 405 }, 'POST'],
  ['what is refused as known nowhere', 'GET, LINK', { method: 'LINK', status: 501 }, 'GET'],
  ['nothing but what is refused', 'HEAD', { method: 'HEAD', status: 405 }, 'none'],
  ['more than the refusal', 'GET, PUT', { method: 'LINK', status: 405, headers: { allow: 'GET' } }, 'GET'],
  ['less than the refusal', 'GET', { method: 'LINK', status: 405, headers: { allow: 'GET, PUT' } }, 'GET, PUT'],
  ['HEAD without GET', 'POST, HEAD', { method: 'LINK', status: 405, headers: { allow: 'POST' } }, 'POST'],
  ['HEAD beside GET', 'GET, HEAD', { method: 'LINK', status: 405, headers: { allow: 'GET, OPTIONS' } }, undefined],
])('OPTIONS lists %s', (_what, allow, answer, expected) => {
  const asked: Sketch = { method: 'OPTIONS', status: 204, text: '', headers: { allow } };
  const given = evidence({ options: asked, probe: { text: '', ...answer } });
  const judged = onCase('method.allow-same', { options: 'options', probe: 'probe' }, given);
  expect(judged).toMatchObject({ findings: expected === undefined ? [] : [{ where: 'header allow', expected }] });
});

test.each<[string, Sketch, Sketch, string | undefined]>([
  ['nothing', { body: { id: 7 } }, { text: '' }, 'no-content'],
  ['a page', { body: { id: 7 } }, { text: '<html></html>' }, 'not-json'],
  ['an object without members', { body: { id: 7 } }, { body: {} }, 'value'],
  ['an error', { body: { id: 7 } }, { body: { error: 'none' } }, 'value'],
  ['an object for a list', { body: [] }, { body: {} }, 'value'],
  ['a list that others have filled', { body: [] }, { body: [1] }, undefined],
  ['nothing, as always', { text: '' }, { text: '' }, undefined],
  ['a text that is another by now', { text: 'one' }, { text: 'two' }, undefined],
])('a path with an encoded letter that is answered with %s', (_what, plain, answer, expected) => {
  const params = { plain: 'plain', step: 'probe', success: SUCCESS };
  const judged = onCase('path.encoded', params, evidence({ plain, probe: answer }));
  expect(judged).toMatchObject({ findings: expected === undefined ? [] : [{ where: 'body', kind: expected }] });
});
