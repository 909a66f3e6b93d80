import { bodyOperators } from './bodies.ts';
import { deliveryOperators } from './delivery.ts';
import { headerOperators } from './headers.ts';
import type { Operator } from './operator.ts';
import { statusOperators } from './statuses.ts';

const operators = {
  ...statusOperators,
  ...headerOperators,
  ...bodyOperators,
  ...deliveryOperators,
} as const satisfies Readonly<Record<string, Operator>>;

export type OperatorName = keyof typeof operators;

export const operatorNames = Object.keys(operators) as readonly OperatorName[];

/** The same table without the names in its type, for look-ups by a name known only at run time. */
export const operatorTable: Readonly<Record<OperatorName, Operator>> = operators;
