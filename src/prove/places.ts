/** Where in the contracts the operations stand that the reference services name in their own words. */

/** Operations whose name differs; every other `family.action` is the contract's `family/action`. */
const RENAMED: Readonly<Record<string, string>> = {
  'service.read': 'service-description/read',
  'definition.read': 'published-definition/read',
  'tokens.create': 'identity-provider/token',
  'channels.delete': 'partners/delete-channels',
};

/** `<endpoint>/<operation>` of the contract. */
export function placeOf(operation: string): string {
  return RENAMED[operation] ?? operation.replace('.', '/');
}

export function endpointOf(operation: string): string {
  return placeOf(operation).split('/')[0] ?? '';
}

/** The service under whose contracts a fault is looked for: the identity provider stands in those of student-reporting. */
export function contractsOf(service: string): string {
  return service === 'identity-provider' ? 'student-reporting' : service;
}
