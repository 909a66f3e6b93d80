/** How near a departure has to be to another that is to explain it. */
import { parseJson } from '../../../record/json.ts';
import { classOf, type Departure, type JudgedReport, type Sight } from '../departures/departure.ts';
import { fieldOf, namesIn, operationOf } from '../departures/departure-place.ts';
import { saysTaken } from '../exchanges/taken-in.ts';
import type { Relation } from './relations/model.ts';

export function isWithin(
  one: Departure,
  other: Departure,
  within: Relation['within'],
  { checks }: Pick<JudgedReport, 'checks'>,
): boolean {
  const [a, b] = [one.check, other.check];
  if (a.service !== b.service || a.spec !== b.spec) return false;
  switch (within) {
    case 'service':
      return true;
    case 'endpoint':
      return a.endpoint === b.endpoint;
    case 'base':
      return one.base === other.base && other.did === 'accepted';
    case 'requirement':
      return a.endpoint === b.endpoint && a.requirement === b.requirement && (one.did ?? other.did) === other.did;
    case 'member': {
      const name = fieldOf(b);
      return (
        a.endpoint === b.endpoint &&
        other.did === 'accepted' &&
        name !== undefined &&
        one.sights.every(({ finding }) => namesIn(finding).includes(name))
      );
    }
    case 'named': {
      const names = new Set(other.sights.flatMap(({ finding }) => namesIn(finding)));
      return (
        a.endpoint === b.endpoint && one.sights.every(({ finding }) => namesIn(finding).some((name) => names.has(name)))
      );
    }
    case 'elsewhere': {
      const name = fieldOf(a) ?? '';
      return (
        operationOf(one) === operationOf(other) && !one.sights.some((seen) => namesIn(seen.finding).includes(name))
      );
    }
    case 'silent':
      return (
        operationOf(one) === operationOf(other) &&
        (one.due?.some((status) => classOf(status) === 2) ?? true) &&
        isSilent(one.sights) &&
        isSilent(other.sights)
      );
    case 'operation':
      return operationOf(one) === operationOf(other);
    case 'errors':
      return operationOf(one) === operationOf(other) && one.sights.every(({ status }) => classOf(status) >= 4);
    case 'case':
      return one.sights.every((sight) => other.sights.some((seen) => seen.case === sight.case));
    case 'said': {
      const name = fieldOf(b);
      return (
        a.endpoint === b.endpoint &&
        other.did === 'accepted' &&
        name !== undefined &&
        name !== fieldOf(a) &&
        one.sights.length > 0 &&
        one.sights.every(({ said }) => wordsIn(said).includes(name))
      );
    }
    case 'faulty': {
      const name = fieldOf(b);
      return (
        a.endpoint === b.endpoint &&
        one.did === 'accepted' &&
        other.did === 'accepted' &&
        name !== undefined &&
        name === fieldOf(a)
      );
    }
    case 'unjudged':
      return !checks.some(
        ({ rule, verdict, service, spec, endpoint }) =>
          rule === b.rule &&
          (verdict === 'pass' || verdict === 'fail') &&
          service === a.service &&
          spec === a.spec &&
          endpoint === a.endpoint,
      );
    case 'unread':
      return (
        a.endpoint === b.endpoint &&
        one.sights.length > 0 &&
        one.sights.every(({ said }) => said !== '' && !parseJson(said).ok)
      );
    case 'refused before':
      return operationOf(one) === operationOf(other) && one.isAfterRefused === true;
    case 'alike':
      return (
        one.sights.length > 0 && one.sights.every((sight) => other.sights.some((seen) => seen.like === sight.like))
      );
    case 'taken':
      return (
        one.sights.length > 0 &&
        one.sights.every(({ said }) => saysTaken(said)) &&
        other.sights.some(({ said }) => saysTaken(said))
      );
    case 'exchange':
      return one.sights.every((sight) => other.sights.some((seen) => seen.exchange === sight.exchange));
  }
}

function wordsIn(text: string): readonly string[] {
  return text.split(/[^\w-]+/);
}

/** Whether some answers were seen, and none of them has content, or a status that says what that would. */
function isSilent(sights: readonly Sight[]): boolean {
  return sights.length > 0 && sights.every(({ said, status }) => said === '' && classOf(status) === 2);
}
