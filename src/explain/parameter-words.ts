/** Parameters of a rule in words. Pure. */
import { shown } from './request-words.ts';

/** One line for each parameter that says something; `probe` is the step that is judged anyway. */
export function parameterWords(params: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(params).flatMap(([name, value]) => {
    switch (name) {
      case 'step':
        return value === 'probe' ? [] : [`judges the step ${String(value)}`];
      case 'kind':
        return [`a refusal of the kind ${String(value)}`];
      case 'statuses':
        return [`status ${either(value)}`];
      case 'codes':
        return [`with the code ${either(value)}`];
      case 'field':
        return fieldWords(value);
      case 'family':
        return [familyWords(value)];
      case 'success':
        return [successWords(value, 'kind' in params)];
      default:
        return [`${name}: ${shown(value)}`];
    }
  });
}

function either(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(' or ') : String(value);
}

function fieldWords(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || !('name' in value)) return [];
  const element = 'element' in value ? ` (or the element ${String(value.element)})` : '';
  return [`the error names ${String(value.name)}${element}`];
}

function familyWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return shown(value);
  const { name, entries = '', code } = value as Readonly<Record<string, unknown>>;
  return `an error body of the family ${String(name)}, its code at ${String(entries)}${String(entries) === '' ? '/' : '/*/'}${String(code)}`;
}

/** What counts as a success: what is asked for, or, beside a refusal, what must not be. */
function successWords(value: unknown, refused: boolean): string {
  if (typeof value !== 'object' || value === null || !('statuses' in value)) return shown(value);
  const flag = 'flag' in value && typeof value.flag === 'string' ? ` and ${value.flag} true` : '';
  return `${refused ? 'a success would be' : 'a success is'} status ${either(value.statuses)}${flag}`;
}
