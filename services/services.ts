import { compareVersions } from './model/version.ts';

/** The services that the two source documents describe; the identity provider stands beside them. */
export const serviceNames = ['partner-onboarding', 'student-reporting'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Implemented specification versions, oldest first (partner-onboarding section 9, student-reporting section 9). */
export const specVersions: Readonly<Record<ServiceName, readonly string[]>> = {
  'partner-onboarding': ['1.0.0'],
  'student-reporting': ['2.1.05', '2.1.06', '3.0.8', '4.0.1'],
};

/**
 * The version whose rules an instance of `spec` follows: `spec` itself, or the newest implemented one if `spec` is newer. Undefined for a
 * version that is neither.
 */
export function implementedVersion(service: ServiceName, spec: string): string | undefined {
  const versions = specVersions[service];
  if (versions.includes(spec)) return spec;
  const newest = versions.at(-1);
  return newest !== undefined && compareVersions(spec, newest) > 0 ? newest : undefined;
}

export const audiences: Readonly<Record<ServiceName, string>> = {
  'partner-onboarding': 'https://partner-onboarding.example/',
  'student-reporting': 'https://student-reporting.example/',
};

/** The claim that names the identity provider; a name, independent of the socket it listens on. */
export const identityProviderUrl = 'https://identity.example/';
