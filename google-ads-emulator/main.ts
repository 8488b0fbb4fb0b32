import { parseArgs } from 'node:util';
import { startEmulator } from './src/emulator.ts';
import { readWorldFile, WorldError } from './src/worlds/read-world.ts';

const { values } = parseArgs({
  options: {
    /** Ends when the process at the other end of standard input ends, however it does. */
    'with-parent': { type: 'boolean', default: false },
    port: { type: 'string', default: process.env.EMULATOR_PORT ?? '4100' },
    'data-dir': { type: 'string', default: process.env.EMULATOR_DATA_DIR ?? '.data/emulator' },
    world: { type: 'string', default: process.env.EMULATOR_WORLD ?? '' },
    'big-account-terms': { type: 'string', default: process.env.EMULATOR_BIG_ACCOUNT_TERMS ?? '0' },
    'daily-operations': { type: 'string', default: process.env.EMULATOR_DAILY_OPERATIONS ?? '15000' },
  },
});

const emulator = await start().catch((error: unknown) => {
  if (!(error instanceof WorldError)) throw error;
  console.error(error.message);
  process.exit(1);
});
console.log(`emulator ready ${emulator.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void emulator.close().then(() => process.exit(0)));
}

if (values['with-parent']) {
  process.stdin.resume().once('close', () => void emulator.close().then(() => process.exit(0)));
}

async function start() {
  return startEmulator({
    port: Number(values.port),
    dataDir: values['data-dir'],
    ...(values.world !== '' && { description: readWorldFile(values.world) }),
    bigAccountTerms: Number(values['big-account-terms']),
    dailyOperations: Number(values['daily-operations']),
  });
}
