/** What a service says of its own version, where that is not the one that it is held against. */
import type { OtherVersion, Report } from '../../model.ts';

/** `student-reporting 4.0.1 says of itself that it is version 3.0.8`. */
export function otherWords({ service, spec, version }: OtherVersion): string {
  return `${service} ${spec} says of itself that it is version ${version}`;
}

/** The version that is there in place of the one that is judged. */
export function otherVersionOf(
  { run }: { readonly run?: Pick<Report['run'], 'others'> },
  { service, spec }: Pick<OtherVersion, 'service' | 'spec'>,
): string | undefined {
  return run?.others?.find((one) => one.service === service && one.spec === spec)?.version;
}
