import { type Figures, type Load, measure } from './measure.ts';

const SECONDS = 6;
const ROUNDS = 2;

type Target = Omit<Load, 'connections' | 'seconds'>;

/** Loads two servers in turn at each number of connections and prints their figures side by side. */
export async function compare(
  title: string,
  targets: { bare: Target; sluice: Target },
  connections: readonly number[],
  goal: number,
  against = 'bare',
): Promise<void> {
  console.log(`\n${title} (goal at saturation: ${goal.toFixed(2)})`);
  console.log(`connections | ${against.padStart(6)} req/s  p50 ms  p99 ms | sluice req/s  p50 ms  p99 ms | ratio`);
  for (const target of Object.values(targets)) await measure({ ...target, connections: 64, seconds: 2 });
  for (const count of connections) {
    const [bare, sluice] = await inTurn(targets, count);
    const ratio = sluice.requestsPerSecond / bare.requestsPerSecond;
    console.log(`${String(count).padStart(11)} | ${figures(bare)} | ${figures(sluice)} | ${ratio.toFixed(2)}`);
  }
}

/** The best of a few rounds each, taken in turn, so that a slow moment of the machine does not hit one side alone. */
async function inTurn({ bare, sluice }: { bare: Target; sluice: Target }, connections: number) {
  const best: [Figures | undefined, Figures | undefined] = [undefined, undefined];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, target] of [bare, sluice].entries()) {
      const found = await measure({ ...target, connections, seconds: SECONDS });
      if (found.failed > 0) throw new Error(`${found.failed} requests to ${target.url} failed`);
      const known = best[index];
      if (!known || found.requestsPerSecond > known.requestsPerSecond) best[index] = found;
    }
  }
  const [first, second] = best;
  if (!first || !second) throw new Error('nothing was measured');
  return [first, second] as const;
}

function figures({ requestsPerSecond, p50, p99 }: Figures): string {
  return `${requestsPerSecond.toFixed(0).padStart(12)} ${String(p50).padStart(7)} ${String(p99).padStart(7)}`;
}
