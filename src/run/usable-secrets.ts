/** Validates the keys and tokens of a target before anything is sent, and reports all problems at once. */
import { BadInput, type Problem } from '../errors.ts';
import { readPrivateKey, certificateProblemOf } from '../http/key-material.ts';
import { readClientCertificate } from '../http/connection.ts';
import type { SecretReader } from '../http/auth-schemes.ts';
import { headerValueFault } from '../model/headers.ts';
import type { SecretRef, Target, TargetService } from '../load/model.ts';

/** Throws `BadInput` with all problems, without any part of a secret. */
export function validateSecrets(target: Target, secrets: SecretReader): void {
  // Embedded services have keys of their own.
  if (target.embedded) return;
  const problems = new Map<string, Problem>();
  const add = (problem: Problem): Map<string, Problem> => problems.set(problem.message, problem);
  for (const service of target.services) {
    const { identityProvider, other, unlinked, elsewhere, bearer, spoiled, parties = {} } = service;
    const spoilt: readonly SecretRef[] = Object.values(spoiled ?? {});
    const signers = Object.values(parties).map(({ signer }) => signer);
    for (const party of [identityProvider, other, unlinked, elsewhere, ...signers])
      if (party !== undefined) readOr(party.key, secrets, add, keyProblem);
    for (const token of [bearer, ...spoilt, ...secretsOf(service)])
      if (token !== undefined) readOr(token, secrets, add, tokenProblem);
  }
  collectProblems(add, () => certificateProblem(target, secrets));
  if (problems.size > 0) throw new BadInput([...problems.values()]);
}

/** Keys, passwords and secrets of all auth schemes. */
function secretsOf({ credentials, others = {}, client, parties = {} }: TargetService): readonly SecretRef[] {
  const named = Object.values(parties);
  const shown = [
    ...[credentials, ...Object.values(others)].flatMap((one) => [one?.own, one?.other]),
    ...named.flatMap((one) => [one.credential, ...Object.values(one.others ?? {})]),
  ];
  return [
    ...named.flatMap(({ bearer }) => bearer ?? []),
    ...shown.flatMap((one) => (one === undefined ? [] : [one.kind === 'key' ? one.key : one.password])),
    ...[client?.own, client?.other, ...named.map((one) => one.client)].flatMap((one) =>
      one === undefined ? [] : [one.secret],
    ),
  ];
}

function readOr(
  reference: SecretRef,
  secrets: SecretReader,
  add: (problem: Problem) => unknown,
  problemOf: (text: string, name: string) => Problem | undefined,
): void {
  collectProblems(add, () => problemOf(secrets.read(reference), nameOf(reference)));
}

/** Collects the problems of a secret, or the error that reading it throws. */
function collectProblems(add: (problem: Problem) => unknown, look: () => Problem | undefined): void {
  try {
    const problem = look();
    if (problem !== undefined) add(problem);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    for (const problem of error.problems) add(problem);
  }
}

function keyProblem(text: string, name: string): Problem | undefined {
  const key = readPrivateKey(text);
  return 'fault' in key ? { code: 'unusable-key', message: `${name} ${key.fault}`, hint: key.hint } : undefined;
}

function certificateProblem({ connection }: Target, secrets: SecretReader): Problem | undefined {
  const given = connection?.clientCertificate;
  if (given === undefined) return undefined;
  const unfit = certificateProblemOf(readClientCertificate(given, secrets), Date.now());
  if (unfit === undefined) return undefined;
  const { part, fault, hint } = unfit;
  return { code: 'unusable-certificate', message: `${nameOf(given[part] ?? {})} ${fault}`, hint };
}

function tokenProblem(text: string, name: string): Problem | undefined {
  const what = headerValueFault(text.trim());
  return what === undefined
    ? undefined
    : {
        code: 'unusable-token',
        message: `${name} contains ${what}, which an HTTP header cannot contain`,
        hint: 'Set the token on one line, as it was issued.',
      };
}

function nameOf({ env, file }: SecretRef): string {
  return env === undefined ? (file ?? 'the file') : `the environment variable ${env}`;
}
