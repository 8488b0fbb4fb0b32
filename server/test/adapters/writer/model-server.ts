import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Cleaned } from '../../harness/database.ts';

/** What was asked of a model. */
export interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A server on this machine that answers as language models do, or as `answer` does. */
export async function serveModel(t: Cleaned, answer: string | ((response: ServerResponse) => void)) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ path: request.url ?? '', headers: request.headers, body });
    if (typeof answer === 'function') return answer(response);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.url?.endsWith('/messages') ? asAnthropic(answer) : asOpenAi(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`, asked };
}

function asOpenAi(content: string) {
  return {
    id: 'chat-1',
    object: 'chat.completion',
    created: 0,
    model: 'test',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function asAnthropic(text: string) {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'test',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}
