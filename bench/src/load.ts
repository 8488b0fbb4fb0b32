import autocannon from 'autocannon';
import type { Figures, Load } from './measure.ts';

process.once('message', async (load: Load) => {
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    method: load.method ?? 'GET',
    ...(load.headers ? { headers: load.headers } : {}),
    ...(load.body ? { body: load.body } : {}),
  });
  const figures: Figures = {
    requestsPerSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
  process.send?.(figures, () => process.exit(0));
});
