/** What `npm audit --json` says, in words, and how a CI step ends with it. Pure. */

export interface Told {
  /** 0: nothing is known; 1: something is; 3: nobody could be asked. */
  readonly code: 0 | 1 | 3;
  readonly text: string;
}

export function told(output: string, registry: string): Told {
  const data = parsed(output);
  const known = data?.['vulnerabilities'];
  if (data?.['auditReportVersion'] === undefined || !isMap(known)) {
    const reason = typeof data?.['message'] === 'string' ? data['message'] : 'it gave no report';
    return {
      code: 3,
      text: `NOT ASKED: ${registry} does not answer npm audit (${reason}). Whether anything is known about what a package consists of was not found out.`,
    };
  }
  const rows = Object.entries(known).map(([name, one]) => `  ${name}: ${severityOf(one)}`);
  return rows.length === 0
    ? { code: 0, text: `Nothing is known about what a package consists of, says ${registry}.` }
    : {
        code: 1,
        text: `Something is known about what a package consists of:\n${rows.join('\n')}\n"npm audit --omit=dev" tells more.`,
      };
}

function severityOf(value: unknown): string {
  const severity = isMap(value) ? value['severity'] : undefined;
  return typeof severity === 'string' ? severity : 'of unknown weight';
}

function parsed(output: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const data: unknown = JSON.parse(output);
    return isMap(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
