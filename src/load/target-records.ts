/** `records:` of a target: what is there already, and is named by the paths of what no operation makes. */
import { defined } from '../record/defined.ts';
import type { TargetScope } from './build-target.ts';
import type { EndpointContract, KnownRecord } from './model.ts';
import { suggestion } from './suggest.ts';

type Records = Readonly<Record<string, KnownRecord>>;

export function buildRecords(scope: TargetScope, service: string, written: Records): Records {
  const endpoints = scope.project.contracts.find((c) => c.service === service)?.endpoints ?? [];
  return Object.fromEntries(
    Object.entries(written).map(([name, record]) => {
      const endpoint = endpoints.find((one) => one.endpoint === name);
      if (endpoint === undefined) {
        const hint = suggestion(
          name,
          endpoints.map((one) => one.endpoint),
          'endpoint',
        );
        const message = `${service} has no endpoint ${JSON.stringify(name)}`;
        scope.document.report('unknown-endpoint', message, written, name, 'key', hint);
      } else checkMembers(scope, endpoint, record);
      const { members, writable, as } = record;
      return [name, { members: scope.resolver.resolve(record, 'members', members), ...defined({ writable, as }) }];
    }),
  );
}

function checkMembers(scope: TargetScope, endpoint: EndpointContract, record: KnownRecord): void {
  const { document } = scope;
  const fields = endpoint.fields.map(({ name }) => name);
  for (const member of Object.keys(record.members)) {
    if (fields.includes(member)) continue;
    const message = `${endpoint.endpoint} has no field ${JSON.stringify(member)}`;
    const hint = suggestion(member, fields, 'field');
    document.report('unknown-field', message, record.members, member, 'key', hint);
  }
  const { uid } = endpoint;
  if (uid !== undefined && !Object.hasOwn(record.members, uid))
    document.report(
      'missing-key',
      `nothing says which of the ${endpoint.endpoint} it is`,
      record,
      'members',
      'key',
      `give its ${uid}`,
    );
}
