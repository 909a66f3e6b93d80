/** A plan of a few groups, small enough to see what a test is about. */
import type { Case, Check, Group, Plan, ResolvedOperation, Step } from '../../src/plan/model.ts';
import { GroupIndex } from '../../src/prove/affected-cases.ts';

export const SERVICE = 'student-reporting';

interface Sketch {
  /** `<endpoint>/<operation>`. */
  readonly of: string;
  readonly aspect?: string;
  readonly spec?: string;
  /** Checks as `<rule>` or `<rule>/<field>`, each in a case of its own. */
  readonly checks: readonly string[];
  readonly passive?: readonly string[];
  /** Parameters of every check. */
  readonly params?: Check['params'];
  readonly steps?: readonly Step[];
}

export function group({
  of,
  aspect = 'success',
  spec = '4.0.1',
  checks,
  passive = [],
  params = {},
  steps = [],
}: Sketch): Group {
  const [endpoint = '', operation = ''] = of.split('/');
  const check = (key: string): Check =>
    ({
      id: `${SERVICE}/${of}/${key}`,
      service: SERVICE,
      spec,
      endpoint,
      operation,
      aspect,
      rule: key.split('/')[0] ?? '',
      ...(key.includes('/') ? { member: [key.split('/').at(-1) ?? ''] } : {}),
      requirement: `of.${key.split('/')[0] ?? ''}`,
      params,
    }) as unknown as Check;
  return {
    id: `${SERVICE}@${spec}/${of}/${aspect}`,
    service: SERVICE,
    spec,
    endpoint,
    operation,
    aspect,
    setup: [],
    cases: checks.map((key): Case => ({ id: key, title: key, steps, checks: [check(key)] }) as unknown as Case),
    passive: passive.map(check),
  } as unknown as Group;
}

/** Operations by `<endpoint>/<operation>`, with `METHOD path`. */
export function planned(groups: readonly Group[], operations: Readonly<Record<string, string>>): GroupIndex {
  const resolved = Object.entries(operations).map(([name, text]) => {
    const [method = '', path = ''] = text.split(' ');
    return [name, { method, path } as unknown as ResolvedOperation] as const;
  });
  return new GroupIndex(groups, new Map(resolved));
}

export function plan(groups: readonly Group[]): Plan {
  return { groups, operations: {} } as unknown as Plan;
}

/** `<check id without the service>` of every case that was picked. */
export function idsOf(groups: readonly Group[]): readonly string[] {
  return groups
    .flatMap((g) => g.cases.flatMap((c) => c.checks.map((check) => check.id.slice(SERVICE.length + 1))))
    .sort();
}
