/** How a target says that its services are reached, where that is not directly. */
import { defined, maybe } from '../record/defined.ts';
import { secretRef, type TargetScope } from './build-target.ts';
import type { ConnectionSettings } from './model.ts';
import type { ProblemCode } from './problem-list.ts';
import type { RawTarget } from '../schema/target.ts';

type Written = NonNullable<RawTarget['connection']>;

export function buildConnection(scope: TargetScope, raw: RawTarget, written: Written): ConnectionSettings {
  const { proxy, direct, clientCertificate } = written;
  if (scope.embedded)
    add(
      scope,
      'connection-embedded',
      'what Plumbline starts itself is reached directly',
      raw,
      'connection',
      'remove it',
    );
  return defined({
    proxy: maybe(proxy, (it) => proxyOf(scope, written, it)),
    direct: maybe(direct, (it) => scope.resolver.resolve(written, 'direct', it)),
    clientCertificate: maybe(clientCertificate, (it) => ({
      certificate: secretRef(scope, it, 'certificate', it.certificate),
      key: secretRef(scope, it, 'key', it.key),
      ...defined({ passphrase: maybe(it.passphrase, (one) => secretRef(scope, it, 'passphrase', one)) }),
    })),
  });
}

/** Without the source line: a password may stand there. */
function add(
  { document }: TargetScope,
  code: ProblemCode,
  message: string,
  parent: object,
  key: string,
  hint: string,
): void {
  document.reportUnquoted(code, message, parent, key, 'value', hint);
}

/** Variables of proxies are often written without a scheme. */
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const VARIABLE_HINT = 'name a variable that holds the address: ${env:HTTPS_PROXY}';

/** With its scheme. */
function proxyOf(scope: TargetScope, written: Written, given: string): string {
  const tell = (code: ProblemCode, message: string, hint: string): void =>
    add(scope, code, message, written, 'proxy', hint);
  const resolved = scope.resolver.resolve(written, 'proxy', given);
  if (resolved === '' || resolved.includes('${')) return resolved;
  const address = SCHEME.test(resolved) ? resolved : `http://${resolved}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) tell('wrong-value', 'this is no address of a proxy', 'write http://proxy.example:3128');
  else if (url.protocol !== 'http:' && url.protocol !== 'https:')
    tell('wrong-value', 'only proxies that speak HTTP are known', 'write http://proxy.example:3128');
  else if (url.password !== '' && resolved === given)
    tell('secret-in-file', 'the password of a proxy does not belong in this file', VARIABLE_HINT);
  return address;
}
