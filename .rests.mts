const root = process.argv[2]!; const pat = new RegExp(process.argv[3]!); const spec = process.argv[4];
const mod: any = await import(root + '/src/project/planning.ts');
const { plan } = mod.planWhole(root);
const seen = new Set();
for (const g of plan.groups) for (const c of [...g.cases.flatMap((x: any) => x.checks), ...g.passive]) {
  if ((spec && c.spec !== spec) || !pat.test(c.id) || seen.has(c.spec + c.id)) continue; seen.add(c.spec + c.id);
  console.log(c.spec, c.id, c.basis, c.requirement, JSON.stringify(c.given.map((x:any)=>x.step+':'+x.is)), '\n     ', c.restsOn.join(' '));
}
