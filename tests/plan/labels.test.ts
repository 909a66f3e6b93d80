/** Basis and level of checks: what the documents say, what a standard says, and what nobody has said. */
import { describe, expect, test } from 'vitest';
import type { Binding, Project, Requirement } from '../../src/load/model.ts';
import { contractRequirements } from '../../src/load/load-project.ts';
import { answering, checksOf, planned, project } from './support.ts';

const SR = 'student-reporting';
const PO = 'partner-onboarding';
const TOKEN = `${SR}/identity-provider/token`;

const unanswered = checksOf(planned({ specs: ['1.0.0', '3.0.8', '4.0.1'] }, answering({})).plan);

function weightOf(id: string, spec = '4.0.1'): string {
  const found = unanswered.find((check) => check.id === id && check.spec === spec) ?? expect.fail(`no check ${id}`);
  return `${found.level} ${found.basis}`;
}

describe('a label says no more than the document', () => {
  test.each([
    [`${SR}/service-description/read/access.none`, 'MUST assumed'],
    [`${SR}/campuses/delete/access.expired`, 'MUST assumed'],
    [`${SR}/courses-on-campus-tac-offers/create/input.missing/tac_offer_code`, 'MUST assumed'],
    [`${SR}/courses-on-campus-tac-offers/create/input.null/tac_offer_code`, 'MUST documented'],
    [`${SR}/courses-on-campus-tac-offers/create/input.number-for-text/tac_offer_code/place`, 'MUST documented'],
    // OAuth binds these where the request is that of OAuth, which the document does not show.
    [`${TOKEN}/token.claim-missing/sub`, 'MUST assumed'],
    [`${TOKEN}/token.claim-near/iss/blank`, 'MUST assumed'],
    [`${TOKEN}/token.expiry-extreme/negative`, 'MUST assumed'],
    [`${TOKEN}/token.grant-type`, 'SHOULD assumed'],
    [`${TOKEN}/token.key-url/jku`, 'MUST standard'],
    [`${SR}/student-citizenships/create/body.lacks/undated`, 'SHOULD assumed'],
    [`${SR}/students/create/outcome.accepted/vet-alone`, 'SHOULD assumed'],
    [`${TOKEN}/token.claim-wrong/token.aud`, 'MUST assumed'],
    [`${TOKEN}/token.not-locked/expired`, 'SHOULD assumed'],
  ])('%s is %s', (id, weight) => {
    expect(weightOf(id)).toBe(weight);
  });

  test.each([
    [`${PO}/published-definition/read/definition.operations`, 'SHOULD assumed'],
    [`${PO}/published-definition/read/definition.request-forms`, 'SHOULD assumed'],
    [`${PO}/published-definition/read/coverage.exercised`, 'SHOULD assumed'],
    [`${PO}/partners/delete-channels/lifecycle.empties`, 'MUST assumed'],
    [`${PO}/partners/delete-channels/body.has/partner-kept`, 'MUST assumed'],
  ])('%s is %s', (id, weight) => {
    expect(weightOf(id, '1.0.0')).toBe(weight);
  });
});

describe('a change that the document states as done', () => {
  const points = ['token.audience-since', 'tac-offers.single-object-since'].map((id) => `${SR}.${id}`);
  const inDoubt = (spec: string): readonly string[] =>
    unanswered
      .filter((check) => check.spec === spec && /token\.aud|one-object/.test(check.id))
      .flatMap(({ restsOn }) => restsOn.filter((id) => points.includes(id)));

  test('is in doubt in older versions alone', () => {
    expect(new Set(inDoubt('3.0.8'))).toEqual(new Set(points));
    expect(inDoubt('4.0.1')).toEqual([]);
    expect(weightOf(`${TOKEN}/token.claim-missing/token.aud`, '3.0.8')).toBe('MUST assumed');
    expect(weightOf(`${TOKEN}/token.claim-missing/token.aud`)).toBe('MUST documented');
  });
});

describe('a contract without bindings', () => {
  const AT = { file: 'contracts/student-reporting/bindings.yaml', line: 1, column: 1 };

  /** Student reporting with these bindings alone, and a requirement that they may name. */
  function bound(bindings: readonly Omit<Binding, 'at'>[]): Project {
    const contracts = project.contracts
      .filter(({ service }) => service === SR)
      .map((c) => ({ ...c, rest: {}, practices: [], bindings: bindings.map((b) => ({ ...b, at: AT })) }));
    const [first = expect.fail('no endpoint')] = contracts.flatMap(contractRequirements);
    const own: Requirement = {
      ...first,
      id: `${SR}.all`,
      level: 'MUST',
      basis: 'documented',
    };
    const specs = project.specs
      .filter(({ service }) => service === SR)
      .map((spec) => ({
        ...spec,
        requirements: [...spec.requirements, own, ...contracts.flatMap(contractRequirements)],
      }));
    return { ...project, specs, contracts };
  }

  function weights(only: string, bindings: readonly Omit<Binding, 'at'>[] = []): Readonly<Record<string, string>> {
    const { plan } = planned({ services: [SR], specs: ['4.0.1'], only }, answering({}), bound(bindings));
    return Object.fromEntries(checksOf(plan).map((check) => [check.id, `${check.requirement} ${check.level}`]));
  }

  test('is a draft: what no standard asks is assumed', () => {
    const bases = bound([])
      .contracts.flatMap(contractRequirements)
      .map(({ basis }) => basis);
    expect(new Set(bases)).toEqual(new Set(['assumed']));
  });

  test('is held to what RFC 6749 demands of a granted token, and not to what RFC 7519 and 7523 permit', () => {
    const found = weights(`${TOKEN}/token.*{,/**}`);
    expect(found).toMatchObject({
      [`${TOKEN}/token.no-store`]: 'http.token-no-store MUST',
      [`${TOKEN}/token.response`]: 'http.token-response MUST',
      [`${TOKEN}/token.duplicate-claim`]: 'http.jwt.duplicates SHOULD',
      [`${TOKEN}/token.issued-in-future`]: 'http.jwt.issued-at SHOULD',
      [`${TOKEN}/token.expiry-extreme/huge`]: 'http.jwt.far-expiry SHOULD',
      [`${TOKEN}/token.expiry-extreme/negative`]: `${SR}.contract.identity-provider MUST`,
    });
  });

  test('a pattern over many rules does not raise a SHOULD or a practice; a binding that names the rule does', () => {
    const requirement = `${SR}.all`;
    const many = weights(`${SR}/campuses/read/method.*`, [{ checks: '**/method.*{,/**}', requirement }]);
    expect(many[`${SR}/campuses/read/method.head`]).toBe('http.head SHOULD');
    expect(many[`${SR}/campuses/read/method.head-offered`]).toBe('http.head-offered SHOULD');
    expect(many[`${SR}/campuses/read/method.head-content`]).toBe(`${requirement} MUST`);
    const named = weights(`${SR}/campuses/read/method.*`, [
      { checks: '**/method.{head,head-offered}', requirement },
      { checks: '**', requirement },
    ]);
    expect(named[`${SR}/campuses/read/method.head`]).toBe(`${requirement} MUST`);
    expect(named[`${SR}/campuses/read/method.head-offered`]).toBe(`${requirement} MUST`);
  });
});
