const LARGEST_ANSWER = 256 * 1024;

/** The same fetch for answers of a sane size that come from where they were asked for: others fail. */
export function limitedFetch(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await ask(input, { ...init, redirect: 'error' });
    if (!answer.body) return answer;
    let bytes = 0;
    const limited = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > LARGEST_ANSWER) controller.error(new Error('The answer is too large.'));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(limited, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  };
}
