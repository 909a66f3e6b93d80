import type { Exchange, Place, Run } from '../../gateway.ts';
import type { Reply } from '../../http/message.ts';
import { lifetimeOf } from '../../model/version.ts';
import type { Action, Family } from '../families/family.ts';
import { helpBalance } from '../families/enrolment-families.ts';
import { families } from '../families/index.ts';
import type { BalanceStages } from './help-balance.ts';
import type { Kind, Model } from './model.ts';
import type { ReadStages } from './read.ts';
import type { WriteStages } from './write.ts';

const methods: Readonly<Record<Action, Place['method']>> = {
  create: 'POST',
  list: 'GET',
  read: 'GET',
  update: 'PATCH',
  delete: 'DELETE',
};

function placeOf(family: Family, action: Action): Place {
  return {
    name: `${family.name}.${action}`,
    method: methods[action],
    path: pathOf(family, action),
    ...lifetimeOf(family),
  };
}

function pathOf({ path, listedBelow, isSingle, uid }: Family, action: Action): string {
  if (action === 'create') return path;
  if (action === 'list') return listedBelow?.path ?? path;
  return isSingle ? path : `${path}/{${uid}}`;
}

export const helpBalancePlace: Place = { name: `${helpBalance.name}.read`, method: 'GET', path: helpBalance.path };

export interface FamilyPlace extends Place {
  readonly family: Family;
  readonly action: Action;
}

/** Every operation on records that any version of the service offers. */
export const familyPlaces: readonly FamilyPlace[] = families.flatMap((family) =>
  family.actions.map((action) => ({ ...placeOf(family, action), family, action })),
);

interface Stages {
  readonly model: Model;
  readonly read: ReadStages;
  readonly write: WriteStages;
  readonly balance: BalanceStages;
}

export function recordRun(stages: Stages): Run {
  const ofAction = (action: Action, kind: Kind, exchange: Exchange): Reply => {
    switch (action) {
      case 'create':
        return stages.write.create(kind, exchange);
      case 'read':
        return stages.read.one(kind, exchange);
      case 'update':
        return stages.write.update(kind, exchange);
      case 'delete':
        return stages.write.remove(kind, exchange);
      case 'list':
        return stages.read.list(kind, exchange);
    }
  };
  const ofFamilies = familyPlaces.map(
    ({ name, family, action }) =>
      [name, (exchange: Exchange) => ofAction(action, stages.model.kind(family.name), exchange)] as const,
  );
  return {
    ...Object.fromEntries(ofFamilies),
    [helpBalancePlace.name]: (exchange) => stages.balance.read(exchange),
  };
}
