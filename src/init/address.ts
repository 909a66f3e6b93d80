/** Server address of a drafted service: its URL, or a URL template with variables. */
import { omitUndefined } from '../model/objects.ts';
import type { JsonMap } from '../model/json.ts';
import type { ApiDocument } from '../openapi/document.ts';

/** A server URL with variables, and the allowed values of each variable. */
export interface ServerTemplate {
  readonly server: string;
  readonly variables: ApiDocument['variables'];
}

interface Address {
  readonly server: string | undefined;
  readonly template?: ServerTemplate;
}

/** The first server URL whose variables a contract can declare. */
export function serverTemplateOf({ servers, variables }: ApiDocument): ServerTemplate | undefined {
  const all = servers.map((url) =>
    url.replace(/\{([^{}]+)\}/g, (it, name: string) => (variables[name]?.default === '' ? '' : it)),
  );
  const server = all.find((url) => /^https?:\/\/[^\s?#$]+$/.test(url) && /^[^{}]*(\{[^{}]+\}[^{}]*)+$/.test(url));
  const names = [...(server?.matchAll(/\{([^{}]+)\}/g) ?? [])].map(([, name = '']) => name);
  return server === undefined
    ? undefined
    : { server, variables: Object.fromEntries(names.map((name) => [name, variables[name] ?? {}])) };
}

/** Address in `envelope.yaml`: the URL template and the allowed values of its variables. The target sets the values. */
export function serverSettings({ template }: Address): JsonMap {
  if (template === undefined) return {};
  const { server, variables } = template;
  const named = Object.entries(variables).map(
    ([name, { values }]) => [name, { ...omitUndefined({ values }) }] as const,
  );
  return { server, variables: Object.fromEntries(named) };
}

export function targetAddress({ server, template }: Address): JsonMap {
  if (template === undefined) return { baseUrl: server ?? '${env:SERVICE_URL}' };
  const { variables } = template;
  return {
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, { values, default: usual }]) => [
        name,
        (values === undefined || values.includes(usual ?? '') ? usual : undefined) ??
          values?.[0] ??
          `\${env:SERVICE_${name.toUpperCase().replace(/\W+/g, '_')}}`,
      ]),
    ),
  };
}
