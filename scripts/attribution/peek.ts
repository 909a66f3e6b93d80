import { fileURLToPath } from 'node:url';
import { Stand } from '../../src/prove/stand.ts';
import { itemsOf, placeOf, reportOn } from './trial.ts';
const stand = await Stand.open(fileURLToPath(new URL('../../', import.meta.url)));
const [fault = '', from = '0', to = '5', per = '4'] = process.argv.slice(2);
const { service, spec } = placeOf(stand, fault);
const report = await reportOn(stand, service, spec, { faults: [fault] }, '/tmp/cause/kept');
for (const item of itemsOf(report).slice(Number(from), Number(to))) {
  console.log('#', item.kind, item.title, item.checks.length, 'holds', item.holdsUp);
  for (const c of item.checks.slice(0, Number(per)))
    console.log(
      '   ',
      c.id,
      '|',
      c.title,
      '|',
      c.level,
      c.basis,
      c.aspect,
      '|',
      c.cause ?? '',
      JSON.stringify(c.findings.slice(0, 2)),
      c.findings.length,
      c.evidence.slice(0, 5).join(' '),
    );
}
await stand.close();
