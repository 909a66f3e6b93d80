/** A value that the service adds up from records of another kind. */
import type { OperationContext } from '../context.ts';
import type { Group, Step, Value } from '../model.ts';
import { Fixtures, createStep } from '../fixtures.ts';
import { pathParameters, requestOf, uidPointer } from '../templates.ts';
import { shownPointer } from './lifecycle.ts';

const ASPECT = 'balance';
/** In cents, the sum is one that binary fractions do not hit by adding. */
const AMOUNTS = [100.1, 800.2] as const;
const FOREIGN = 50;

export function sums(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  const field = context.resolved.fields.find((f) => f.sumOf !== undefined);
  const [from = '', member = ''] = field?.sumOf?.split('.') ?? [];
  const [parameter] = pathParameters(operation.path);
  const above = parameter === undefined ? undefined : endpoint.parents[parameter];
  if (operation.kind !== 'read' || field === undefined || parameter === undefined || above === undefined)
    return undefined;
  const summed = scope.endpoint(from);
  const [create, createAbove] = [scope.operation(summed, 'create'), scope.operation(scope.endpoint(above), 'create')];
  const reference = scope.fields(summed.fields).find((f) => f.references === above);
  if (create === undefined || createAbove === undefined || reference === undefined) return undefined;
  const fixtures = new Fixtures(scope);
  const owner = (name: string): Step => createStep(scope, scope.endpoint(above), createAbove, fixtures, { name });
  const uidOf = (name: string): Value => ({ $ref: `${name}#${uidPointer(scope, scope.endpoint(above), createAbove)}` });
  const one = (name: string, of: string, amount: number): Step =>
    createStep(scope, summed, create, fixtures, {
      name,
      change: { set: { [reference.name]: uidOf(of), [member]: amount } },
    });
  const made = [
    owner('owner'),
    owner('other'),
    ...AMOUNTS.map((amount, index) => one(`part-${index}`, 'owner', amount)),
    one('part-other', 'other', FOREIGN),
  ];
  const probe: Step = {
    name: 'probe',
    operation: context.path,
    request: requestOf(endpoint, operation, { [parameter]: uidOf('owner') }),
    success: context.success,
  };
  const value = Math.round(AMOUNTS.reduce((all, amount) => all + amount * 100, 0)) / 100;
  return context.group(ASPECT, fixtures.steps, [
    context.case(
      ASPECT,
      `sum-of-${from}`,
      `${field.name} with ${AMOUNTS.length} ${summed.title.toLowerCase()}`,
      [...made, probe],
      [
        context.check(ASPECT, {
          rule: 'body.equals',
          key: `sum-of-${from}`,
          title: `${field.name} is the sum of ${member}`,
          params: { step: 'probe', pointer: `${shownPointer(context)}/${field.name}`, value },
          given: [...made.map((s) => ({ step: s.name, is: 'success' as const })), { step: 'probe', is: 'success' }],
          at: field.at,
        }),
      ],
    ),
  ]);
}
