import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { sentencesOf, shareOfLong } from './tests/architecture/markdown.ts';
const phrases = parse(readFileSync('./tests/wording/words.yaml','utf8')).map((x:any)=>new RegExp(x.find,'gi'));
let tot=0, totLong=0, totS=0, totB=0;
for (const f of process.argv.slice(2)) {
  const t=readFileSync(f,'utf8'); const s=sentencesOf(t);
  const hits=s.flatMap(x=>phrases.flatMap((p:RegExp)=>[...x.text.matchAll(p)].map(m=>`${x.line}: ${m[0].trim()}`)));
  const long=s.filter(({text})=>text.split(/\s+/).length>35);
  console.log(f, 'bytes',Buffer.byteLength(t),'sentences',s.length,'long',long.length,(100*shareOfLong(s)).toFixed(1)+'%','hits',hits.length);
  if (process.env.SHOW) { for(const h of hits) console.log('   ',h); for (const l of long) console.log('   LONG',l.line,l.text.slice(0,150)); }
  tot+=hits.length; totLong+=long.length; totS+=s.length; totB+=Buffer.byteLength(t);
}
console.log('TOTAL bytes',totB,'sentences',totS,'long',totLong,(100*totLong/totS).toFixed(1)+'%','hits',tot);
