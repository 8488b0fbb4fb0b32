import { type Figures, type Load, measure, type ServerProcess } from './measure.ts';

const SECONDS = 6;
const ROUNDS = 2;

/** What is sent, and the process whose work it is. */
type Target = Omit<Load, 'connections' | 'seconds'> & { server: ServerProcess };

/** Figures of a load, with the processor time of the server's process for each request, in microseconds. */
type Worked = Figures & { cpu: number };

/**
 * Loads two servers in turn at each number of connections and prints their figures side by side. Where others use the
 * machine too, the ratio by processor time tells more than the one of requests.
 */
export async function compare(
  title: string,
  targets: { bare: Target; sluice: Target },
  connections: readonly number[],
  goal: number,
  against = 'bare',
): Promise<void> {
  console.log(`\n${title} (goal at saturation: ${goal.toFixed(2)})`);
  const head = 'req/s  p50 ms  p99 ms  cpu µs';
  console.log(`connections | ${against.padStart(6)} ${head} | sluice ${head} | ratio  by cpu`);
  for (const target of Object.values(targets)) await worked(target, 64, 2);
  for (const count of connections) {
    const [bare, sluice] = await inTurn(targets, count);
    const ratio = sluice.requestsPerSecond / bare.requestsPerSecond;
    const byCpu = bare.cpu / sluice.cpu;
    const ratios = `${ratio.toFixed(2).padStart(5)} ${byCpu.toFixed(2).padStart(7)}`;
    console.log(`${String(count).padStart(11)} | ${figures(bare)} | ${figures(sluice)} | ${ratios}`);
  }
}

/** The best of a few rounds each, by either measure, taken in turn, so that a slow moment of the machine does not hit one side alone. */
async function inTurn({ bare, sluice }: { bare: Target; sluice: Target }, connections: number) {
  const best: [Worked | undefined, Worked | undefined] = [undefined, undefined];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, target] of [bare, sluice].entries()) {
      const found = await worked(target, connections, SECONDS);
      const known = best[index] ?? found;
      const faster = found.requestsPerSecond > known.requestsPerSecond ? found : known;
      best[index] = { ...faster, cpu: Math.min(found.cpu, known.cpu) };
    }
  }
  const [first, second] = best;
  if (!first || !second) throw new Error('nothing was measured');
  return [first, second] as const;
}

async function worked({ server, ...load }: Target, connections: number, seconds: number): Promise<Worked> {
  const before = await server.cpuTime();
  const found = await measure({ ...load, connections, seconds });
  if (found.failed > 0) throw new Error(`${found.failed} requests to ${load.url} failed`);
  return { ...found, cpu: ((await server.cpuTime()) - before) / found.requests };
}

function figures({ requestsPerSecond, p50, p99, cpu }: Worked): string {
  const [rate, time] = [requestsPerSecond, cpu].map((figure) => figure.toFixed(0));
  return `${rate?.padStart(12)} ${String(p50).padStart(7)} ${String(p99).padStart(7)} ${time?.padStart(7)}`;
}
