import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts';

const LOOKS_EVERY_MS = 2_000;

/** An embedded PostgreSQL that is started again when it dies, at the address it had; another process's is its own affair. */
export async function keepEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  looksEveryMs = LOOKS_EVERY_MS,
): Promise<EmbeddedPostgres> {
  let current = await startEmbeddedPostgres(options);
  const { url, held } = current;
  if (held === 'guest') return current;

  const revive = async (): Promise<void> => {
    if (current.runs()) return;
    options.log.error({}, 'the embedded PostgreSQL has died: it is started again');
    current = await startEmbeddedPostgres(options);
    if (current.url !== url)
      options.log.error({}, 'its address could not be had again: this process must be restarted');
  };
  let reviving: Promise<void> | undefined;
  const timer = setInterval(() => {
    reviving ??= revive()
      .catch((err: unknown) => options.log.error({ err }, 'the embedded PostgreSQL could not be started again'))
      .finally(() => {
        reviving = undefined;
      });
  }, looksEveryMs).unref();
  return {
    url,
    held,
    runs: () => current.runs(),
    async stop() {
      clearInterval(timer);
      await reviving;
      await current.stop();
    },
  };
}
