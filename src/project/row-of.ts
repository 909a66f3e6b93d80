/** The row that a planned check comes from. Pure. */
import type { AnswerRow, Row, ServiceContracts } from '../load/model.ts';
import type { Case, Check } from '../plan/model.ts';
import { ANSWER_ROWS, COMMON_ROWS } from '../rules/registry.ts';

const common = new Map(COMMON_ROWS.map((row) => [row.id, row]));

/** Of a case: it is called after its row, and after the key of its check where there is one. */
export function rowOf(check: Check, own: Case, contracts: ServiceContracts | undefined): Row | undefined {
  const { service, endpoint, operation, aspect } = check;
  const name = own.id.slice(`${service}/${endpoint}/${operation}/${aspect}/`.length);
  const [id = ''] = name.split('/');
  return contracts?.catalogue.add.find((row) => row.id === id) ?? common.get(id);
}

/** Of a rule over every answer. */
export function answerRowOf({ rule }: Check): AnswerRow | undefined {
  return ANSWER_ROWS.find(({ id }) => id === rule);
}
