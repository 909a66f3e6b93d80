/** What was seen of open points as the part of a target's file that would answer them, all of it commented out. Pure. */
import type { Json } from '../record/json.ts';
import { count } from '../report/words.ts';

interface Seen {
  readonly target: { readonly target: string; readonly answers: Readonly<Record<string, Json>> };
  readonly versions: readonly {
    readonly scope: { readonly service: string; readonly version: string; answer(point: string): Json };
    readonly proposals: readonly { readonly point: string; readonly answer?: Json; readonly evidence: string }[];
  }[];
  readonly exchanges: readonly unknown[];
}

export function probeYaml({ target, versions, exchanges }: Seen): string {
  const all = versions.flatMap(({ proposals }) => proposals);
  return [
    `# Seen of ${target.target} in ${count(exchanges.length, 'read')}: ${count(all.length, 'proposal')}. Nothing is decided: take away the first # before what is right.`,
    '# answersIn:',
    ...versions.flatMap(({ scope, proposals }) => [
      `#   # ${scope.service}${proposals.length === 0 ? ': nothing that its reads show' : ''}`,
      ...(proposals.length === 0 ? [] : [`#   "${scope.version}":`]),
      ...proposals.flatMap(({ point, answer, evidence }) => [
        `#     # ${evidence}`,
        `#     # ${compared(scope.answer(point), answer)}${Object.hasOwn(target.answers, point) ? ', which the target answers' : ', the default'}`,
        ...(answer === undefined ? [] : [`#     ${point}: ${JSON.stringify(answer)}`]),
      ]),
    ]),
    '',
  ].join('\n');
}

function compared(known: Json, seen: Json | undefined): string {
  const text = JSON.stringify(known);
  if (seen === undefined) return `it speaks against ${text}`;
  return JSON.stringify(seen) === text ? `it is ${text}` : `it is not ${text}`;
}
