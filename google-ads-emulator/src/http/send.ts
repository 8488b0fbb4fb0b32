import type { ServerResponse } from 'node:http';
import type { Reply } from './reply.ts';

/** Writes a reply to the wire, dated by the time of the emulated world. */
export function send(response: ServerResponse, reply: Reply, now: number): void {
  response.setHeader('date', new Date(now).toUTCString());
  switch (reply.type) {
    case 'json':
      response.writeHead(reply.status, { 'content-type': 'application/json; charset=UTF-8', ...reply.headers });
      response.end(JSON.stringify(reply.body));
      return;
    case 'text':
      response.writeHead(reply.status, { 'content-type': reply.contentType });
      response.end(reply.body);
      return;
    case 'redirect':
      response.writeHead(302, { location: reply.location });
      response.end();
      return;
    case 'chunks':
      response.writeHead(200, { 'content-type': reply.contentType });
      for (const chunk of reply.chunks) response.write(chunk);
      response.end();
      return;
    case 'drop':
      response.destroy();
      return;
    case 'hang':
      return;
  }
}
