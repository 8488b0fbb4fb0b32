import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { Cleaned } from '../../harness/database.ts';
import { type RunningService, startService } from '../../harness/service.ts';

/** A service that is reached where it says it is: clients that believe its metadata find it. */
export async function startAtItsAddress(t: Cleaned): Promise<{ service: RunningService; origin: string }> {
  const proxy = createServer();
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
  const address = proxy.address();
  assert.ok(address !== null && typeof address === 'object');
  const origin = `http://localhost:${address.port}`;
  const limits = { rateLimitPerMinute: 100_000, anonymousRateLimitPerMinute: 100_000 };
  const urls = { publicUrl: origin, baseUrl: `${origin}/v1`, mcpUrl: origin, authUrl: origin, appUrl: origin };
  const service = await startService(t, { config: { ...limits, ...urls } });
  const { hostname, port } = new URL(service.base);
  proxy.on('request', (incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    const passed = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { service, origin };
}
