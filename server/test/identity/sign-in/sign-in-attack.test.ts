import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import type { Database } from '../../../src/base/database.ts';
import { insertPerson } from '../../../src/identity/person.store.ts';
import { hashPassword } from '../../../src/identity/sign-in/password.ts';
import { freshDatabase } from '../../harness/database.ts';
import { type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';

const PASSWORD = 'correct horse battery staple';
/** The delays after 10, 11, 12 … wrong passwords, in milliseconds. */
const DELAYS = [250, 500, 1000, 2000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000];
const FREE = 10;
const LONGEST_DELAY = 4_000;
/** What checking a password and answering may take on a busy machine. */
const SLACK = 4_000;

suite('Guessing passwords through two processes', () => {
  const cleaned = wholeSuite();
  let processes: ServedProcess[];
  let database: Database;

  before(async () => {
    const fresh = await freshDatabase(cleaned);
    database = fresh.database;
    const settings = { databaseUrl: fresh.url, trustedProxies: 1 };
    processes = await Promise.all([serveInProcess(cleaned, settings), serveInProcess(cleaned, settings)]);
  });

  test('50 guesses at once are served one after the other, with the delay of the account between them', async () => {
    await account('mia');
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const { status, headers } = await guess(i, 'mia', '192.0.2.1');
        return { status, headers, after: performance.now() - began };
      }),
    );
    const served = answers.filter(({ status }) => status === 401);
    const delays = DELAYS.slice(0, served.length - FREE);
    const sum = delays.reduce((total, ms) => total + ms, 0);
    assert.ok(served.length > FREE, `${served.length} were served`);
    const last = Math.max(...served.map(({ after }) => after));
    assert.ok(last >= sum - 5, `${served.length} guesses were served within ${last} ms, the delays are ${sum} ms`);
    const told = answers.filter(({ status }) => status === 429);
    assert.equal(told.length + served.length, 50);
    for (const { headers } of told) assert.match(String(headers['retry-after']), /^[1-4]$/);
  });

  test('whoever knows the password gets in within the longest delay while others go on guessing', async () => {
    await account('nora');
    const attack = attackFrom(['192.0.2.11', '192.0.2.12', '2001:db8:1::1'], 'nora');
    for (let guesses = 0; guesses < 25; guesses = attack.sent()) await pause(50);
    for (let i = 0; i < 3; i += 1) {
      const began = performance.now();
      const answer = await signIn(i, { email: 'nora@acme.test', password: PASSWORD }, `198.51.100.${i}`);
      const ms = performance.now() - began;
      assert.equal(answer.status, 200, `${answer.text} after ${ms} ms`);
      assert.ok(ms < LONGEST_DELAY + SLACK, `${ms} ms`);
    }
    await attack.end();
  });

  test('whoever shares the address of the attack gets in by trying again when told', async () => {
    await account('paul');
    const shared = '192.0.2.21';
    await Promise.all(Array.from({ length: 30 }, (_, i) => guess(i, 'paul', shared)));
    const began = performance.now();
    for (;;) {
      const answer = await signIn(0, { email: 'paul@acme.test', password: PASSWORD }, shared);
      if (answer.status === 200) break;
      assert.equal(answer.status, 429, answer.text);
      await pause(1000 * Number(answer.headers['retry-after']));
      assert.ok(performance.now() - began < 2 * LONGEST_DELAY + SLACK);
    }
  });

  test('where somebody is signed in already they are not kept waiting by what others try', async () => {
    await account('rosa');
    const [home, elsewhere] = ['203.0.113.7', '198.51.100.77'];
    const rosa = { email: 'rosa@acme.test', password: PASSWORD };
    assert.equal((await signIn(0, rosa, home)).status, 200);
    await guessAhead('rosa');
    const began = performance.now();
    const [known, unknown] = await Promise.all([timed(signIn(1, rosa, home)), timed(signIn(0, rosa, elsewhere))]);
    assert.equal(known.status, 200);
    // Elsewhere they wait their turn, or are told to come back for it.
    if (unknown.status === 429) return;
    assert.equal(unknown.status, 200);
    assert.ok(known.at < unknown.at, `${known.at - began} ms at home, ${unknown.at - began} ms elsewhere`);
  });

  test('a known address that guesses itself is slowed like any other', async () => {
    await account('tara');
    const home = '203.0.113.8';
    assert.equal((await signIn(0, { email: 'tara@acme.test', password: PASSWORD }, home)).status, 200);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(i, 'tara', home)));
    const served = answers.filter(({ status }) => status === 401);
    assert.ok(served.length < FREE + DELAYS.length, `${served.length} were served at once`);
  });

  /** So many wrong passwords from elsewhere that the next turn lies ahead. */
  async function guessAhead(name: string): Promise<void> {
    const from = (i: number) => `192.0.2.${100 + (i % 20)}`;
    const guesses = Array.from({ length: 40 }, (_, i) => guess(i, name, from(i)));
    await Promise.race(guesses);
    for (let served = 0; served < FREE + 2; served += 1) await guesses[served];
  }

  async function timed(answer: ReturnType<typeof signIn>) {
    const { status } = await answer;
    return { status, at: performance.now() };
  }

  async function account(name: string): Promise<void> {
    const passwordHash = await hashPassword(PASSWORD);
    const createdAt = new Date(systemClock.now());
    await insertPerson(database, { email: `${name}@acme.test`, name, passwordHash, createdAt });
  }

  function signIn(turn: number, body: { email: string; password: string }, from: string) {
    const served = processes[turn % processes.length];
    assert.ok(served);
    return served.call('POST', '/dashboard/v1/sign-in', { body, headers: { 'x-forwarded-for': from } });
  }

  function guess(turn: number, name: string, from: string) {
    return signIn(turn, { email: `${name}@acme.test`, password: `guess ${turn}` }, from);
  }

  /** Each address keeps four guesses under way until it is told to stop. */
  function attackFrom(addresses: string[], name: string) {
    let sent = 0;
    let over = false;
    const attackers = addresses.flatMap((from) =>
      Array.from({ length: 4 }, async () => {
        while (!over) {
          const { status } = await guess(sent++, name, from);
          if (status === 429) await pause(100);
        }
      }),
    );
    return {
      sent: () => sent,
      async end() {
        over = true;
        await Promise.all(attackers);
      },
    };
  }
});
