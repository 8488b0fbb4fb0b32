import autocannon from 'autocannon';
import type { Figures, Load } from './measure.ts';

process.once('message', async (load: Load) => {
  const { edit, post } = load;
  let turn = 0;
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    headers: { ...load.headers, ...((edit || post) && { 'content-type': 'application/json' }) },
    ...(post !== undefined && { method: 'POST' as const, body: post }),
    ...(edit && {
      requests: [
        {
          method: 'PATCH' as const,
          setupRequest: (request) => {
            turn += 1;
            const budget = edit.from + (Math.floor(turn / edit.slugs) % (edit.to - edit.from));
            const path = `${new URL(load.url).pathname.replace(/\/$/, '')}/campaigns/campaign-${(turn % edit.slugs) + 1}`;
            return { ...request, path, body: JSON.stringify({ budget, dry_run: edit.dry_run }) };
          },
        },
      ],
    }),
  });
  const figures: Figures = {
    requests: result['2xx'],
    requestsPerSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
  process.send?.(figures, () => process.exit(0));
});
