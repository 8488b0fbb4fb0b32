import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noonEmulator } from '../../ad-accounts/world.ts';
import type { Emulator } from '../../adapters/google-ads/emulator.ts';
import { CEILINGS } from '../../harness/world-people.ts';
import { held } from '../approvals.ts';
import { endConnection } from '../behind.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { asOwner, type MadeKey, revoked, rotated } from '../rotation.ts';
import { type OrganizationOptions, startWorld, type Writes } from '../world.ts';

const HOUR_MS = 3_600_000;
/** A rotated key works 48 hours more. */
const GRACE_HOURS = 48;

/** Where somebody asked, and with what. */
interface Asked {
  org: Organization;
  key: MadeKey;
  /** What has taken the place of the key. */
  next?: MadeKey;
  endApp?: () => Promise<undefined>;
}

/** What happens to whoever asked; may answer with the key that takes the place of theirs. */
type Fate = (asked: Asked) => Promise<MadeKey | undefined>;

/** What becomes of whoever asked for a change, before and after the time in which a rotated key works. */
interface Kind {
  through?: 'app' | 'key that expires';
  early?: Fate;
  late?: Fate;
  /** What the change is made by at last; none where it may not be. */
  runs: 'as it was asked' | 'as what took its place' | 'not at all';
}

const KINDS: Record<string, Kind> = {
  'a key': { runs: 'as it was asked' },
  'a key that was rotated and still works': { late: replace, runs: 'as it was asked' },
  'a key that ran out by rotation': { early: replace, runs: 'as what took its place' },
  'a key that was rotated twice at once': { late: replaceTwice, runs: 'as what took its place' },
  'a key that ran out, whose replacement was replaced and revoked': {
    early: replace,
    async late({ org, next }) {
      assert.ok(next);
      const last = await rotated(org, next);
      await revoked(org, next);
      return last;
    },
    runs: 'as what took its place',
  },
  'a key that ran out, whose replacement was revoked': {
    early: replace,
    late: async ({ org, next }) => revoked(org, next ?? assert.fail()),
    runs: 'not at all',
  },
  'a key that was rotated and revoked': {
    async early({ org, key }) {
      const next = await rotated(org, key);
      await revoked(org, key);
      return next;
    },
    runs: 'not at all',
  },
  'a key that ran out by rotation and was revoked after that': {
    early: replace,
    late: ({ org, key }) => revoked(org, key),
    runs: 'not at all',
  },
  'a key that ran out by rotation, of somebody who may only read now': {
    early: replace,
    async late({ org }) {
      await asOwner(org, 'PUT', `members/${org.people.admin.id}`, 200, { role: 'member' });
      return undefined;
    },
    runs: 'not at all',
  },
  'a key that was revoked': { late: ({ org, key }) => revoked(org, key), runs: 'not at all' },
  'a key that expired by its own date': { through: 'key that expires', runs: 'not at all' },
  'a connected app': { through: 'app', runs: 'as it was asked' },
  'a connected app that was disconnected': {
    through: 'app',
    late: ({ endApp }) => endApp?.() ?? assert.fail(),
    runs: 'not at all',
  },
};

function replace({ org, key }: Asked): Promise<MadeKey> {
  return rotated(org, key);
}

async function replaceTwice({ org, key }: Asked): Promise<MadeKey> {
  return rotated(org, await rotated(org, key));
}

describe('whoever asked for a change, when it is made later', () => {
  let emulator: Emulator;

  before(async () => {
    emulator = await noonEmulator();
  });
  after(() => emulator.stop());

  test('is looked at anew when a person approves it', async (t) => {
    const writes = await startWorld(t, { emulator });
    const waiting = await ask(writes, { approvals: true }, async (org, key) => {
      const slug = await org.draft({ budget: 40 });
      return { slug, id: held(await org.patch(slug, { budget: 44, dry_run: false }, { key })) };
    });
    for (const { name, kind, asked, slug, id } of await later(writes, waiting)) {
      const { status, reason } = bodyOf(await asked.org.decide(id, 'approve'));
      const runs = kind.runs !== 'not at all';
      assert.deepEqual([name, status], [name, runs ? 'approved' : 'failed'], String(reason));
      assert.equal((await asked.org.campaign(slug, lookingOn(asked))).budget, runs ? 44 : 40, name);
      if (kind.through === 'app' || !runs) continue;
      const [action] = (await asked.org.log()).actions;
      const by = kind.runs === 'as it was asked' ? asked.key : asked.next;
      assert.match(JSON.stringify(action?.actor), new RegExp(`"last_four":"${by?.lastFour}"`), name);
    }
  });

  test('is looked at anew when the ad platform is told', async (t) => {
    const writes = await startWorld(t, { emulator });
    await writes.stopWork();
    const waiting = await ask(writes, {}, async (org, key) => {
      const slug = await org.draft();
      const answer = await org.state(slug, 'live', { key });
      assert.equal(answer.status, 200, answer.text);
      return { slug, id: String(bodyOf(answer).task_tracking_id) };
    });
    const moved = await later(writes, waiting);
    await writes.startProcess();
    for (const { name, kind, asked, slug, id } of moved) {
      const { status } = await asked.org.settled(Number(id), lookingOn(asked));
      const { state } = await asked.org.campaign(slug, lookingOn(asked));
      const runs = kind.runs !== 'not at all';
      assert.deepEqual([name, status, state], runs ? [name, 'completed', 'live'] : [name, 'failed', 'error']);
    }
  });
});

/** Whoever looks at it afterwards: nobody's access was touched but that of who asked. */
const lookingOn = ({ org }: Asked) => ({ key: org.keys.owner.key });

/** Lets somebody of each kind ask for a change, in an organization of their own. */
async function ask(
  { world, clock, database, organization }: Writes,
  options: OrganizationOptions,
  change: (org: Organization, key: string) => Promise<{ slug: string; id: string }>,
) {
  const waiting = [];
  for (const [name, kind] of Object.entries(KINDS)) {
    const org = await organization(options);
    const creator = org.people.admin;
    const expiresAt = kind.through === 'key that expires' ? { expiresAt: clock.now() + HOUR_MS } : {};
    const key = await world.addKey({ creator, organization: org, scopes: CEILINGS.admin, ...expiresAt });
    const asked: Asked = { org, key };
    const app = kind.through === 'app' ? await world.addApp({ person: creator }) : undefined;
    if (app) {
      asked.endApp = async () => {
        await database.execute(endConnection, app.id);
        return undefined;
      };
    }
    waiting.push({ name, kind, asked, ...(await change(org, app?.token ?? key.key)) });
  }
  return waiting;
}

/** Lets the time pass in which rotated keys work, with what becomes of each before and after. */
async function later<Waiting extends { kind: Kind; asked: Asked }>(writes: Writes, waiting: Waiting[]) {
  const meanwhile = async (when: 'early' | 'late') => {
    for (const { kind, asked } of waiting) {
      const next = await kind[when]?.(asked);
      if (next) asked.next = next;
    }
  };
  await meanwhile('early');
  await writes.turn({ hours: GRACE_HOURS + 1 });
  await meanwhile('late');
  return waiting;
}
