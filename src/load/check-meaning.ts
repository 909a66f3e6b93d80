/** Words of an operation that mean nothing beside what else it says. */
import type { EndpointScope } from './check-endpoint.ts';
import { JSON_FORMS } from './model.ts';
import type { RawOperation, RawOperationProperties } from '../schema/operations.ts';
import { partName } from '../record/pointer.ts';
import { suggestion } from './suggest.ts';

/** @param written the operation, or a change of it */
export function checkMeaning(scope: EndpointScope, own: RawOperation, written: Partial<RawOperationProperties>): void {
  const told = (key: keyof RawOperationProperties, message: string, hint?: string): void =>
    scope.document.report('wrong-value', message, written, key, 'key', hint);
  if (written.requestMedia !== undefined && !JSON_FORMS.has(own.request ?? 'none'))
    told('requestMedia', 'it sends no JSON', 'of content, `content` says the type');
  if (written.bodyOptional !== undefined && (own.request ?? 'none') === 'none')
    told('bodyOptional', 'it sends no body', 'say in `request` what it sends');
  if (written.ranges === true && own.method !== 'GET')
    told('ranges', 'there are no ranges of what is no GET', 'RFC 9110 §14.2 defines them for GET alone');
  if (written.leaves === undefined) return;
  const { raw, document } = scope;
  const operations = Object.entries(raw.operations);
  const kinds = operations.map(([name, { kind }]) => kind ?? name);
  const place = operations.findIndex(([, { method, path }]) => method === own.method && path === own.path);
  if (kinds[place] !== 'delete') told('leaves', 'it deletes nothing');
  else if (own.empties !== undefined) told('leaves', 'it removes parts of a record, which stays as it was otherwise');
  else if (!kinds.includes('read')) told('leaves', 'nothing reads the record afterwards', 'declare its `read`');
  const [, first = ''] = written.leaves.at.split('/').map(partName);
  const names = Object.keys(raw.fields ?? {});
  if (!names.includes(first))
    document.report(
      'unknown-field',
      `there is no field ${JSON.stringify(first)}`,
      written.leaves,
      'at',
      'value',
      suggestion(first, names, 'field'),
    );
}
