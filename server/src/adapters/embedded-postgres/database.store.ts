import pg from 'pg';

const NO_SUCH_DATABASE = '3D000';

/** Creates the database that the address names, unless it exists. */
export async function ensureDatabase(url: string): Promise<void> {
  try {
    await withClient(url, async () => {});
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === NO_SUCH_DATABASE)) throw error;
    const name = new URL(url).pathname.slice(1);
    const maintenance = new URL(url);
    maintenance.pathname = '/postgres';
    await withClient(maintenance.href, (client) => client.query(`create database ${pg.escapeIdentifier(name)}`));
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
