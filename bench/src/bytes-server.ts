import Fastify from 'fastify';
import { answerParent } from './answer-parent.ts';

/** The limit for an answer that is always the same: reads the message and sends these bytes. */
answerParent(({ body }: { body: string }) => {
  const app = Fastify({ logger: false });
  app.post('/', (_request, reply) => reply.header('content-type', 'application/json').send(body));
  return app.listen({ port: 0, host: '127.0.0.1' });
});
