import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import type { Organization } from '../organization.ts';
import {
  addThese,
  bidOnAll,
  exclude,
  growDraft,
  liftAll,
  type Propose,
  pauseAll,
  setBudget,
  setTarget,
} from '../recommend.ts';
import { INITECH, startWorld, type Writes } from '../world.ts';

/** A change of a campaign that the platform knows. */
interface Wanted {
  preview(): Promise<HttpAnswer>;
  execute(): Promise<HttpAnswer>;
}

const APPLIED: Readonly<Record<string, Propose>> = {
  'pausing keywords': pauseAll,
  bids: bidOnAll('1.50'),
  'new keywords': addThese('boiler repair'),
  exclusions: exclude('free'),
  'lifted exclusions': liftAll,
  'a budget': setBudget('44.00'),
  'a target': setTarget('9.50'),
};

const connections = z.object({ connections: z.array(z.object({ id: z.string() })) });

/** How an account gets out of reach. */
const LOST: Readonly<Record<string, (org: Organization) => Promise<HttpAnswer>>> = {
  'its account was given up': (org) =>
    asOwner(org, 'DELETE', `/organizations/${org.slug}/ad-accounts/${INITECH.accountId}`),
  'its login was disconnected': async (org) => {
    const listed = await asOwner(org, 'GET', `/organizations/${org.slug}/ad-connections`);
    const [connection] = connections.parse(listed.json).connections;
    return asOwner(org, 'DELETE', `/organizations/${org.slug}/ad-connections/${connection?.id}`);
  },
};

function asOwner(org: Organization, method: string, path: string): Promise<HttpAnswer> {
  return org.send(method, path, method === 'GET' ? undefined : {}, { cookie: org.people.owner.cookie });
}

/** Every kind of change that reaches the platform. */
async function everyChange(org: Organization, slug: string): Promise<Record<string, Wanted>> {
  const cookie = org.people.admin.cookie;
  const paused = await org.live();
  await org.moved(paused, 'paused');
  await org.negativesAdded(slug, ['used']);
  const { action_id } = await org.edited(slug, { target_cpa: 5 });
  const campaign = `/organizations/${org.slug}/campaigns/${slug}`;
  const parts = await org.send('GET', `${campaign}/parts`, undefined, { cookie });
  const [ad] = z.object({ ads: z.array(z.object({ id: z.int() })) }).parse(parts.json).ads;
  const removal = (dry_run: boolean) => org.send('POST', `${campaign}/ads/${ad?.id}/remove`, { dry_run }, { cookie });
  const patched = (changes: object): Wanted => ({
    preview: () => org.patch(slug, changes),
    execute: () => org.patch(slug, { ...changes, dry_run: false }),
  });
  const changes: Record<string, Wanted> = {
    'a new name': patched({ name: 'Another name' }),
    'a new budget': patched({ budget: 44 }),
    'a new target': patched({ target_cpa: 9 }),
    'negative keywords': {
      preview: () => org.negatives(slug, ['free']),
      execute: () => org.negatives(slug, ['free'], { dry_run: false }),
    },
    'a pause': { preview: () => org.state(slug, 'paused', { dryRun: true }), execute: () => org.state(slug, 'paused') },
    'a launch': {
      preview: () => org.state(paused, 'live', { dryRun: true }),
      execute: () => org.state(paused, 'live'),
    },
    'the removal of an ad': { preview: () => removal(true), execute: () => removal(false) },
    'an undo': {
      preview: () => org.send('GET', `/actions/${action_id}/undo`, undefined, { cookie }),
      execute: () => org.undo(action_id),
    },
  };
  for (const [what, propose] of Object.entries(APPLIED)) {
    const id = await org.recommend(slug, propose);
    changes[`recommended: ${what}`] = { preview: () => org.apply(id, { dryRun: true }), execute: () => org.apply(id) };
  }
  return changes;
}

const said = z.object({
  error: z.object({ message: z.string() }).optional(),
  blocked_reason: z.string().nullable().optional(),
  refused_because: z.string().nullable().optional(),
  refusal: z.object({ message: z.string() }).nullable().optional(),
});

/** Why a preview says that the change would be refused. */
function whyNot(preview: HttpAnswer): string | null | undefined {
  const { error, blocked_reason, refused_because, refusal } = said.parse(preview.json);
  return error?.message ?? blocked_reason ?? refused_because ?? refusal?.message;
}

describe('a campaign that the platform knows and nobody can reach', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  for (const [why, lose] of Object.entries(LOST)) {
    test(`every preview says that the change would be refused, where ${why}`, async () => {
      const org = await writes.organization();
      const slug = await org.live({ budget: 40 });
      const changes = await everyChange(org, slug);
      for (const [what, { preview }] of Object.entries(changes))
        assert.equal(whyNot(await preview()) ?? null, null, what);
      const lost = await lose(org);
      assert.equal(lost.status, 200, lost.text);
      await org.quiet();
      const { total } = await org.log();
      for (const [what, { preview, execute }] of Object.entries(changes)) {
        const answer = await execute();
        refused(answer, 'setup_required');
        assert.equal(whyNot(await preview()), answer.error.message, what);
      }
      assert.equal((await org.log()).total, total, 'nothing was begun');
    });

    test(`what concerns nobody but us goes through, where ${why}`, async () => {
      const org = await writes.organization();
      const slug = await org.live({ budget: 40 });
      const draft = await org.draft();
      const grown = await org.recommend(slug, growDraft('Grown'));
      await lose(org);
      await org.quiet();
      await org.edited(draft, { budget: 44 });
      const applied = await org.apply(grown);
      assert.equal(applied.status, 200, applied.text);
    });
  }
});
