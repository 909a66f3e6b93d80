/** Which of what was sent a service complains of, by the names that stand in its answers. */
import { answeredJson, sentJson } from './bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { endOf } from './ends.ts';
import { versionOf } from './exchange-place.ts';
import { membersOf, textsIn } from './parts-of-json.ts';
import { saidBy, saidByAll } from './said.ts';

/** The one member that all of these sent and all of their answers name, by itself or as the end of a pointer. */
export function memberRefused(refused: readonly Exchange[]): string | undefined {
  const named = refused.map((one) => {
    const texts = textsIn(answeredJson(one));
    return [...membersOf(sentJson(one)).keys()].filter((name) =>
      texts.some((text) => text === name || text.endsWith(`/${name}`)),
    );
  });
  const common = (named[0] ?? []).filter((name) => named.every((one) => one.includes(name)));
  return common.length === 1 ? common[0] : undefined;
}

/** Those of all that are refused in the same words, for the same member: what refuses it in one operation does so in others. */
export function refusedLikewise(refused: readonly Exchange[], all: readonly Exchange[]): readonly Exchange[] {
  const [member, said] = [memberRefused(refused), saidByAll(refused)];
  const [first] = refused;
  if (member === undefined || said === undefined || first === undefined) return [];
  return all.filter(
    (one) =>
      versionOf(one) === versionOf(first) &&
      endOf(one) === endOf(first) &&
      saidBy(one) === said &&
      memberRefused([one]) === member,
  );
}
