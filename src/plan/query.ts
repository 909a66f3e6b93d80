/** Parameters of a query: their schema, values that are right and values that are not. */
import { defined } from '../record/defined.ts';
import type { Json } from '../record/json.ts';
import type { QueryParameter } from '../load/model.ts';

type Schema = { readonly [name: string]: Json };

/** The schema of one of its values. */
export function parameterSchema(parameter: QueryParameter): Schema {
  const { type, minimum, maximum, minLength, maxLength, pattern } = parameter;
  const values = valuesOf(parameter);
  const { default: usual } = parameter;
  switch (type) {
    case 'integer':
    case 'decimal':
      return { type: type === 'integer' ? 'integer' : 'number', ...defined({ minimum, maximum, default: usual }) };
    case 'boolean':
      return { type: 'boolean', ...defined({ default: usual }) };
    case 'date':
      return { type: 'string', format: 'date', ...defined({ default: usual }) };
    case 'code':
      return { type: 'string', enum: [...values], ...defined({ default: usual }) };
    case 'string':
      return { type: 'string', ...defined({ minLength, maxLength, pattern, default: usual }) };
  }
}

/** The values that a parameter may have, where they are named. */
export function valuesOf({ values, sorts }: QueryParameter): readonly string[] {
  return values ?? Object.keys(sorts ?? {});
}
