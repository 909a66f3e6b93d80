/** Test case template or scenario of a planned check. Pure. */
import type { ResponseRow, ServiceContracts } from '../load/model.ts';
import type { Template } from '../plan/catalogue/template.ts';
import type { Case, Check } from '../plan/model.ts';
import { RESPONSE_ROWS, CASE_TEMPLATES } from '../rules/registry.ts';

const common = new Map(CASE_TEMPLATES.map((template) => [template.id, template]));

/** Template of a case: its name is the ID of the template, or the key of its check. */
export function templateOfCase(check: Check, own: Case, contracts: ServiceContracts | undefined): Template | undefined {
  const { service, endpoint, operation, aspect } = check;
  const name = own.id.slice(`${service}/${endpoint}/${operation}/${aspect}/`.length);
  const [id = ''] = name.split('/');
  return contracts?.catalogue.add.find((row) => row.id === id) ?? common.get(id);
}

/** Template of a passive check. */
export function passiveTemplateOf({ rule }: Check): ResponseRow | undefined {
  return RESPONSE_ROWS.find(({ id }) => id === rule);
}

/** File and line of a template in YAML; undefined for a scenario, whose source is not in the package. */
export function templatePlace({ places }: Pick<Template, 'places'>): string | undefined {
  const at = places[''];
  return at === undefined ? undefined : `${at.file}:${at.line}`;
}
