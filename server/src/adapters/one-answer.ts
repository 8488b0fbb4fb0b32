import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * What a host answers to a request that was made ready; asks it. It fails in every other case, and by the time that the
 * signal gives: a host that wants to speak another protocol leaves neither an answer nor an error.
 */
export function oneAnswer(asked: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const late = () => {
    asked.destroy();
    reject(signal.reason);
  };
  signal.addEventListener('abort', late, { once: true });
  asked.once('response', resolve);
  asked.once('upgrade', (_answer, socket) => {
    socket.destroy();
    reject(new Error('the host wants to speak another protocol'));
  });
  asked.on('error', reject);
  asked.once('close', () => {
    signal.removeEventListener('abort', late);
    reject(new Error('the host has closed the connection without an answer'));
  });
  asked.end();
  return promise;
}
