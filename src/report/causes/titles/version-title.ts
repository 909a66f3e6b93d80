/** Which version a service is of, where that is not the one that it is held against: always, or in some of its answers, as in the midst of a deployment. */
import { at } from '../../../record/pointer.ts';
import type { Departure } from '../departures/departure.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { answeredJson } from '../exchanges/bodies.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { distinct } from '../../words.ts';

/** Where an OpenAPI document says it. */
const IN_DEFINITION = '/info/version';

export function ofVersion(own: readonly Departure[], exchanges: ExchangeIndex): string {
  const was = own[0]?.was ?? '';
  const asked = distinct(own.map(({ check }) => check.spec));
  const said = saidIn(own, exchanges);
  const not = `version ${was}, not ${asked.join(' or ')}`;
  if (!said.some((version) => asked.includes(version))) return `Is ${not}`;
  const times = said.filter((version) => version === was).length;
  return `Says at times that it is ${not}${times === 0 ? '' : `: in ${times} of ${said.length} answers`}`;
}

/** The versions that its answers give for its own, as often as they do. */
function saidIn(own: readonly Departure[], { all }: ExchangeIndex): readonly string[] {
  const found = own.find(({ base }) => base === 'definition.version')?.sights[0]?.finding.where;
  const pointer = (found === undefined ? undefined : pointerIn(found)) ?? IN_DEFINITION;
  const versions = new Set(own.map(({ check }) => versionOf(check)));
  return all.flatMap((one) => {
    if (!versions.has(versionOf(one)) || one.response?.status !== 200) return [];
    const said = at(answeredJson(one), pointer);
    return typeof said === 'string' ? [said] : [];
  });
}
