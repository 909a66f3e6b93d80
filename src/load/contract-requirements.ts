/** What a contract asks by itself: one requirement for each of its endpoints, which proves what no binding names. */
import { defined } from '../record/defined.ts';
import type { Requirement, ServiceContracts } from './model.ts';

export function contractRequirements({ service, rest = {}, endpoints }: ServiceContracts): readonly Requirement[] {
  if (rest === 'none') return [];
  const { level = 'MUST', basis = 'assumed' } = rest;
  return endpoints.map(({ endpoint, title, since, until, at }) => ({
    id: `${service}.contract.${endpoint}`,
    ofContract: endpoint,
    text: `${title}: what is asked and answered is as the contract says.`,
    level,
    basis,
    section: at.file,
    openPoints: [],
    holds: [],
    changes: [],
    ...defined({ since, until }),
    at,
  }));
}
