/** Values that come back as they were sent, but for the form that they are written in. */
import { namesIn } from '../departures/departure-place.ts';
import { listed } from '../../phrase.ts';
import { formLost } from '../departures/spoilt-values.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { seenBy, type CauseReading } from './model.ts';

const SAYS: Readonly<Record<string, string>> = {
  'numbers as texts': 'Sends numbers as texts',
  'format date': 'Writes dates in another form',
  'format date-time': 'Writes times in another form',
};

/** `Sends numbers as texts on orders/read: price is "3.00" instead of 3`. */
export const otherForm: CauseReading = ({ own, exchanges }) => {
  const findings = own.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  const [form, ...others] = new Set(findings.map(formLost));
  const [first] = findings;
  const says = form === undefined || others.length > 0 ? undefined : SAYS[form];
  if (says === undefined || first === undefined) return undefined;
  const names = [...new Set(findings.flatMap((finding) => namesIn(finding).slice(0, 1)))];
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  return `${says} on ${on}: ${listed(names)}, for example ${first.actual} instead of ${first.expected}`;
};
