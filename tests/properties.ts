/** How much properties are tried: little with every change, more where somebody has the time (`TEST_RUNS=50 npx vitest run …`). */

const TIMES = Number(process.env['TEST_RUNS'] ?? (process.env['TEST_PART'] === undefined ? 1 : 0.25));

export function runs(times: number): { readonly numRuns: number } {
  return { numRuns: Math.max(1, Math.round(times * (Number.isFinite(TIMES) && TIMES > 0 ? TIMES : 1))) };
}
