import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const ROWS_AT_ONCE = 1_000;
const { target, customerId } = z.object({ target: z.string(), customerId: z.string() }).parse(workerData);
const answers = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

/** How many keywords the account seems to have beside its own, and how many of them were sent so far. */
let more = 0;
let sent = 0;
/** The ad group that has them: the first of the account. */
let grown: string | undefined;

const server = createServer((request, response) => void pass(request, response)).listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined);
});
parentPort?.on('message', (wanted: unknown) => {
  if (wanted === 'sent') return parentPort?.postMessage(sent);
  [more, sent] = [Number(wanted), 0];
});

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const text of request.setEncoding('utf8')) body += text;
  const { method = '', url = '', headers } = request;
  const grows = more > 0 && url.includes(`/${customerId}/`) && body.includes('FROM ad_group_criterion ');
  const upstream = forward(new URL(url, target), { method, headers, agent: false }, (answer) => {
    if (grows && answer.statusCode === 200) void grow(answer, response);
    else {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }
  });
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  upstream.end(body);
}

/** The same rows, and then the first of them again and again with other ids and texts. */
async function grow(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += piece;
  const chunks = answers.parse(JSON.parse(text));
  const rows = chunks.flatMap(({ results }) => results);
  grown ??= adGroupOf(rows[0]);
  const row = rows.find((one) => adGroupOf(one) === grown);
  const closed = once(response, 'close');
  // By its date the service tells what time it is there.
  response.writeHead(200, { 'content-type': 'application/json', date: answer.headers.date });
  response.write(`[${chunks.map((chunk) => JSON.stringify(chunk)).join(',')}`);
  for (; row && sent < more && !response.destroyed; sent += ROWS_AT_ONCE) {
    const results = Array.from({ length: ROWS_AT_ONCE }, (_, index) => again(row, sent + index));
    if (response.write(`,${JSON.stringify({ results })}`)) continue;
    await Promise.race([once(response, 'drain'), closed]);
  }
  response.end(']');
}

function adGroupOf(row: Record<string, unknown> | undefined): string {
  return z.object({ adGroup: z.object({ id: z.string() }) }).parse(row).adGroup.id;
}

function again(row: Record<string, unknown>, index: number): object {
  const criterion = z.record(z.string(), z.unknown()).parse(row.adGroupCriterion);
  const keyword = { text: `keyword of a grown account ${index}`, matchType: 'EXACT' };
  return {
    ...row,
    adGroupCriterion: { ...criterion, criterionId: String(9_000_000_000 + index), status: 'PAUSED', keyword },
  };
}
