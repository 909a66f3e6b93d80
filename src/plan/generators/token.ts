/** The token request: every claim and header parameter of the `token:` block, one fault at a time. */
import type { ClaimRule } from '../../load/model.ts';
import type { CaseRuleId } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { AssertionTemplate, Case, Group, RefusalKind, RequestTemplate, Value } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { tokenBody } from '../templates.ts';
import { controlStep, probeCase } from './negative.ts';

const ASPECT = 'token';

export function token(context: OperationContext): Group | undefined {
  const { scope, operation } = context;
  const block = scope.contracts.token;
  if (operation.kind !== 'token' || block === undefined) return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const skew = scope.open(block.skew);
  const lifetime = scope.open(block.maximumLifetime);
  const fault = (
    rule: CaseRuleId,
    title: string,
    assertion: AssertionTemplate,
    key?: string,
    refusal: RefusalKind | undefined = 'assertion',
  ): Case | undefined =>
    probeCase(context, ASPECT, {
      rule,
      title,
      request: withAssertion(context, fixtures, assertion),
      ...(key === undefined ? {} : { key }),
      ...(refusal === undefined ? {} : { refusal }),
    });
  const accepted = (rule: CaseRuleId, title: string, assertion: AssertionTemplate): Case | undefined =>
    probeCase(context, ASPECT, { rule, title, request: withAssertion(context, fixtures, assertion) });
  const far = skew + 600;
  return context.group(
    ASPECT,
    [...fixtures.steps, control],
    [
      ...requestFaults(context, fixtures),
      ...block.header
        .filter((h) => h.required)
        .map((h) =>
          fault('token.header-missing', `${h.name} is missing from the header`, { removeHeader: [h.name] }, h.name),
        ),
      ...block.header
        .filter((h) => h.name === 'kid')
        .map((h) =>
          fault(
            'token.header-wrong',
            'the key identifier is unknown',
            { header: { [h.name]: 'no-such-device' } },
            h.name,
          ),
        ),
      fault(
        'token.header-wrong',
        'the key identifier climbs out of its folder',
        { header: { kid: '../../../../dev/null' } },
        'kid-path',
      ),
      fault(
        'token.header-wrong',
        'the key identifier holds a database query',
        { header: { kid: "x' OR '1'='1" } },
        'kid-query',
      ),
      ...block.claims
        .filter((c) => c.required)
        .map((c) => fault('token.claim-missing', `${c.name} is missing`, { removeClaims: [c.name] }, c.name)),
      ...block.claims.map((c) =>
        fault(
          'token.claim-wrong-type',
          `${c.name} has another JSON type`,
          { claims: { [c.name]: otherType(c) } },
          c.name,
        ),
      ),
      ...block.claims
        .filter((c) => c.equals !== undefined || c.type === 'digits')
        .map((c) =>
          fault('token.claim-wrong', `${c.name} has another value`, { claims: { [c.name]: otherValue(c) } }, c.name),
        ),
      ...block.claims
        .filter((c) => c.type === 'digits')
        .map((c) =>
          fault(
            'token.claim-wrong',
            `${c.name} has other digits`,
            { claims: { [c.name]: '1111111111' } },
            `${c.name}-digits`,
          ),
        ),
      fault('token.expired', 'the assertion is expired', {
        claims: { iat: { $now: -far - 600 }, exp: { $now: -far } },
      }),
      fault('token.issued-in-future', 'the assertion is issued in the future', {
        claims: { iat: { $now: far }, exp: { $now: far + 300 } },
      }),
      fault('token.not-yet-valid', 'the assertion is not yet valid', {
        claims: { nbf: { $now: far }, exp: { $now: far + 300 } },
      }),
      fault('token.lifetime', 'the assertion lives longer than allowed', { claims: { exp: { $now: lifetime + far } } }),
      ...['none', 'None', 'NONE', 'nOnE'].map((alg) =>
        fault('token.alg-none', `the algorithm is ${alg}`, { fault: `alg-${alg}` }, alg),
      ),
      fault('token.hs256', 'the public key is used as a shared secret', { fault: 'hs256' }),
      fault('token.other-algorithm', 'the algorithm is RS512', { fault: 'rs512' }, 'RS512'),
      fault('token.other-algorithm', 'the algorithm is PS256', { fault: 'ps256' }, 'PS256'),
      fault('token.other-key', 'another key signs', { fault: 'other-key' }),
      fault('token.tampered', 'a claim is changed after signing', { fault: 'tampered' }),
      fault('token.crit', 'an unknown extension is critical', { header: { crit: ['plumbline'], plumbline: true } }),
      ...['jku', 'x5u', 'jwk'].map((name) =>
        fault('token.key-url', `the header brings a key in ${name}`, { fault: `own-key-${name}` }, name),
      ),
      fault('token.duplicate-claim', 'a claim stands twice', { fault: 'duplicate-claim' }),
      ...['padding', 'space', 'two-parts', 'four-parts', 'json'].map((what) =>
        fault('token.malformed', `the assertion has ${what.replace('-', ' ')}`, { fault: `malformed-${what}` }, what),
      ),
      accepted('token.extra-claim', 'an unknown claim is sent along', { claims: { plumbline: 'extra' } }),
      accepted('token.audience-array', 'the audience is in an array', { claims: { aud: [{ $setting: 'audience' }] } }),
      fault(
        'token.unlinked',
        'the organisation is not linked to the service',
        { as: 'unlinked' },
        undefined,
        'unlinked',
      ),
    ],
  );
}

function withAssertion(context: OperationContext, fixtures: Fixtures, assertion: AssertionTemplate): RequestTemplate {
  const request = controlRequest(context.scope, context.endpoint, context.operation, fixtures);
  return { ...request, body: { ...tokenBody(context.scope), assertion } };
}

/** Faults of the form around the assertion. */
function requestFaults(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  const good = controlRequest(scope, endpoint, operation, fixtures);
  const body = tokenBody(scope);
  const probe = (rule: CaseRuleId, title: string, request: RequestTemplate, key?: string): Case | undefined =>
    probeCase(context, ASPECT, {
      rule,
      title,
      request,
      refusal: 'token-request',
      ...(key === undefined ? {} : { key }),
    });
  const names = body.parameters.map(([name]) => name);
  return [
    ...names.map((name) =>
      probe(
        'token.parameter-missing',
        `${name} is left out`,
        { ...good, body: { ...body, parameters: body.parameters.filter(([n]) => n !== name) } },
        name,
      ),
    ),
    ...names.map((name) =>
      probe(
        'token.parameter-repeated',
        `${name} stands twice`,
        {
          ...good,
          body: { ...body, parameters: [...body.parameters, ...body.parameters.filter(([n]) => n === name)] },
        },
        name,
      ),
    ),
    // A parameter without a value counts as left out (RFC 6749 §3.2).
    probe(
      'token.parameter-missing',
      'assertion is empty',
      {
        ...good,
        body: { ...body, parameters: body.parameters.map(([n, v]) => [n, n === 'assertion' ? '' : v] as const) },
      },
      'assertion-empty',
    ),
    probe('token.grant-type', 'the grant type is unknown', {
      ...good,
      body: {
        ...body,
        parameters: body.parameters.map(([n, v]) => [n, n === 'grant_type' ? 'urn:example:grant:none' : v] as const),
      },
    }),
    probe(
      'token.media-type',
      'the form is declared as text',
      { ...good, headers: { 'content-type': 'text/plain' } },
      'text-plain',
    ),
    probe('token.media-type', 'the parameters are sent as JSON', {
      ...good,
      body: { kind: 'json', value: { grant_type: scope.contracts.token?.grantType ?? '', assertion: 'x.y.z' } },
    }),
  ];
}

function otherType(claim: ClaimRule): Value {
  return claim.type === 'number' ? 'soon' : 12345;
}

function otherValue(claim: ClaimRule): Value {
  switch (claim.type) {
    case 'digits':
      return 'not-digits';
    case 'uri':
      return 'https://elsewhere.example/';
    case 'number':
      return 1;
    case 'string':
      return 'someone-else';
  }
}
