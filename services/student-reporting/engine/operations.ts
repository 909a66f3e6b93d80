import type { Exchange, Operation } from '../../http/pipeline.ts';
import type { Reply } from '../../http/message.ts';
import type { Action, Family } from '../families/family.ts';
import { helpBalance } from '../families/help-balance.ts';
import { families } from '../families/index.ts';
import { remove, update } from './change.ts';
import { create } from './create.ts';
import type { Desk } from './desk.ts';
import { Paginator } from './pagination.ts';
import { list, read, readHelpBalance } from './read.ts';

export interface Place {
  readonly name: string;
  readonly method: Operation['method'];
  readonly path: string;
}

const methods: Readonly<Record<Action, Operation['method']>> = {
  create: 'POST',
  list: 'GET',
  read: 'GET',
  update: 'PATCH',
  delete: 'DELETE',
};

function placeOf(family: Family, action: Action): Place {
  const name = `${family.name}.${action}`;
  const method = methods[action];
  if (action === 'create') return { name, method, path: family.path };
  if (action === 'list') return { name, method, path: family.listedBelow?.path ?? family.path };
  return { name, method, path: family.isSingle ? family.path : `${family.path}/{${family.uid}}` };
}

export const helpBalancePlace: Place = { name: `${helpBalance.name}.read`, method: 'GET', path: helpBalance.path };

export interface FamilyPlace extends Place {
  readonly family: Family;
  readonly action: Action;
}

/** Every operation on records that the service offers, whatever the version. */
export const familyPlaces: readonly FamilyPlace[] = families.flatMap((family) =>
  family.actions.map((action) => ({ ...placeOf(family, action), family, action })),
);

export function recordOperations(desk: Desk): Operation[] {
  const ofFamilies = familyPlaces.map(({ family, action, ...place }): Operation => ({
    ...place,
    run: runnerOf(desk, family, action),
  }));
  return [...ofFamilies, { ...helpBalancePlace, run: (exchange) => readHelpBalance(desk, exchange) }];
}

function runnerOf(desk: Desk, family: Family, action: Action): (exchange: Exchange) => Reply {
  const { name } = family;
  switch (action) {
    case 'create':
      return (exchange) => create(desk, desk.kind(name), exchange);
    case 'read':
      return (exchange) => read(desk, desk.kind(name), exchange);
    case 'update':
      return (exchange) => update(desk, desk.kind(name), exchange);
    case 'delete':
      return (exchange) => remove(desk, desk.kind(name), exchange);
    case 'list': {
      const paginator = new Paginator(family, desk.switches);
      return (exchange) => list(desk, desk.kind(name), exchange, paginator);
    }
  }
}
