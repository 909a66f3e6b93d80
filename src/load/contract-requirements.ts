/** What a contract asks by itself: one requirement for each of its endpoints, which proves what no binding names. */
import type { Requirement, ServiceContracts } from './model.ts';

/** The requirement that a service keeps the contract of an endpoint. */
export function contractRequirementId(service: string, endpoint: string): string {
  return `${service}.contract.${endpoint}`;
}

export function contractRequirements({ service, rest = {}, endpoints }: ServiceContracts): readonly Requirement[] {
  if (rest === 'none') return [];
  const { level = 'MUST', basis = 'documented' } = rest;
  return endpoints.map(({ endpoint, title, since, until, at }) => ({
    id: contractRequirementId(service, endpoint),
    ofContract: true,
    text: `${title}: what is asked and answered is as the contract says.`,
    level,
    basis,
    section: at.file,
    openPoints: [],
    changes: [],
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    at,
  }));
}
