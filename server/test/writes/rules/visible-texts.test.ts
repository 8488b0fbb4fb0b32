import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../../catalogue.ts';
import { displayName } from '../../../src/operator/options.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refusedFields } from '../answers.ts';
import { held, waiting } from '../approvals.ts';
import { bodyOf } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

/** Nothing of these is seen, or it changes how its neighbours are seen. */
const UNSEEN: Readonly<Record<string, string>> = {
  'a line feed': '\n',
  'a carriage return': '\r',
  'a tab': '\t',
  'an escape': '\u001b',
  'a C1 control': '\u0085',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'a right-to-left mark': '\u200f',
  'a right-to-left override': '\u202e',
  'an isolate': '\u2066',
  'a zero-width space': '\u200b',
  'a soft hyphen': '\u00ad',
  'a byte order mark': '\ufeff',
  'a tag letter': '\u{e0041}',
  'a filler': '\u3164',
  'a private-use character': '\ue000',
  'marks above each other': '\u0301'.repeat(100),
  'marks below each other': '\u0329'.repeat(20),
  'tones above each other': 'ส'.concat('\u0e49'.repeat(20)),
  'many blanks': '\u00a0'.repeat(120),
  'blanks between spaces': ' \u3000'.repeat(20),
};
const SEEN = [
  'Größe',
  'Nguyễn'.normalize('NFD'),
  'น้ำผึ้ง',
  'שָּׁ֑מַיִם',
  'Prêt\u00a0!',
  '漢字',
  'مرحبا',
  'क्‍ष',
  '👩‍🔧 ❤️',
  "O'Neil & Sons – “Best”",
  'a, budget: 1.0 → 2.0',
];
const FORGED = `Physio, budget 25.00 → 25.00${'\n'.repeat(120)}\u200f`;

describe('texts that one person writes and another reads', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  const names = [
    ...[...operations, ...dashboardOperations].flatMap(({ name, kind, input }) => {
      const schema = kind === 'read' ? undefined : input.shape.name;
      return schema ? [{ where: name, accepts: (text: string) => input.shape.name?.safeParse(text).success }] : [];
    }),
    { where: 'commands of the operator', accepts: (text: string) => displayName.safeParse(text).success },
  ];

  for (const { where, accepts } of names) {
    test(`a name in ${where} holds nothing that is not seen`, () => {
      for (const [what, character] of Object.entries(UNSEEN)) {
        assert.equal(accepts(`Phy${character}sio`), false, what);
      }
      for (const name of SEEN) assert.equal(accepts(name), true, name);
    });
  }

  test('names are taken by at least the campaign, the key and the operator', () => {
    const places = names.map(({ where }) => where);
    for (const place of ['update_campaign', 'create_api_key']) assert.ok(places.includes(place), place);
  });

  test('a campaign cannot be given a name that forges a change in what its approver reads', async () => {
    const { org, slug } = await waiting(writes);
    assert.deepEqual(refusedFields(await org.patch(slug, { name: FORGED.concat('x'), dry_run: false })), ['name']);
    const id = held(
      await org.patch(slug, { name: 'X”; budget: from 40.0 to 40.0; name: “Y', budget: 50, dry_run: false }),
    );
    const { summary, changes } = bodyOf(await org.queued(id));
    const name = (await org.campaign(slug)).name;
    assert.equal(
      summary,
      `name: from “${name}” to “X"; budget: from 40.0 to 40.0; name: "Y”; budget: from 40.0 to 50.0`,
    );
    assert.deepEqual(changes, [
      { field: 'name', from: name, to: 'X”; budget: from 40.0 to 40.0; name: “Y' },
      { field: 'budget', from: 40, to: 50 },
    ]);
  });

  test('the action log tells the changes as data, with the amounts’ decimals, also of a name from the platform', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ name: FORGED, budget: 40 });
    await org.edited(slug, { name: 'Physio', budget: 44, target_cpa: 9.5 });
    await org.negativesAdded(slug, ['free', 'jobs'], { match_type: 'exact' });
    const path = `/organizations/${org.slug}/actions`;
    const { json, text } = await org.send('GET', path, undefined, { key: org.keys.owner.key });
    const [negatives, edit] = Object(json).actions;
    assert.deepEqual(negatives.changes, [
      { field: 'negative keyword (exact)', from: null, to: 'free' },
      { field: 'negative keyword (exact)', from: null, to: 'jobs' },
    ]);
    assert.deepEqual(edit.changes, [
      { field: 'name', from: FORGED, to: 'Physio' },
      { field: 'budget', from: 40, to: 44 },
      { field: 'target_cpa', from: null, to: 9.5 },
    ]);
    assert.match(text, /"from":40\.0,"to":44\.0/);
    assert.ok(!/[\n\u200f]/.test(edit.detail), 'what is not seen is written out');
    // What is written out is cut like any other text, between two characters.
    assert.match(edit.detail, /^name: from “Physio, budget 25\.00 → 25\.00(\\u\{a\}){54}…” to “Physio”; budget: /);
  });

  test('a reason is shown with everything in it visible', async () => {
    const { org, id } = await waiting(writes);
    await org.decide(id, 'reject', org.people.owner, { reason: 'No\u202e.\nReally' });
    assert.equal(bodyOf(await org.queued(id)).reason, 'No\\u{202e}.\\u{a}Really');
  });

  test('what undo restores and leaves alone is named in quotation marks', async () => {
    const org = await writes.organization();
    const slug = await org.draft();
    const first = (await org.negativesAdded(slug, ['a” removed'])).action_id;
    assert.deepEqual((await org.undone(first)).restored, ['negative keyword “a" removed” (phrase) removed']);
  });
});
