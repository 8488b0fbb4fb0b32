import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../../catalogue.ts';
import { statement } from '../../../src/base/database.ts';
import type { Operation } from '../../../src/base/operation.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Person } from '../../harness/world-people.ts';
import { ACME, GLOBEX, OLIVIA } from '../world.ts';
import { AGENCY, type TwoOrganizations, twoOrganizations } from './two-organizations.ts';

const PARAMETERS = ['account_id', 'connection_id'] as const;
type Parameter = (typeof PARAMETERS)[number];

/** Every operation that takes an account or a connection, with which of them. */
const taking = [...operations, ...dashboardOperations].flatMap((operation) =>
  PARAMETERS.filter((name) => name in operation.input.shape).map((name) => ({ operation, name })),
);

const connectionOf = statement<[organizationId: number, login: string], { id: string }>(
  'select id from ad_connection where organization_id = $1 and login = $2',
);
/** All that says who may reach what. */
const standing = statement<[], { row: string }>(`
  with h as materialized (select account_id, organization_id from ad_account_claim)
  select a::text as row from (select organization_id, id, status, connection_id, selected from ad_account) a
  union all select c::text from (select organization_id, id, status, sealed_token, connected_by from ad_connection) c
  union all select h::text from h order by 1`);

describe('what is somebody else’s is refused like what does not exist', () => {
  const suite = wholeSuite();
  let world: TwoOrganizations;
  let nadia: Person;
  /** What Nadia, an admin of the new organization, has nothing to do with. */
  let foreign: Record<Parameter, Record<string, string>>;

  before(async () => {
    world = await twoOrganizations(suite);
    const { clinic, newco, clara, newton, database } = world;
    nadia = await world.member('nadia', [newco, 'admin']);
    await world.connect(clara, clinic);
    assert.deepEqual(await world.ended(await world.select(clara, clinic)), ['completed', null]);
    await world.connect(newton, newco, AGENCY);
    await world.connect(clara, newco);
    await world.connect(nadia, newco, 'nora@demo.test');
    const idOf = async (organization: number, login: string) =>
      (await database.row(connectionOf, organization, login))?.id ?? assert.fail(`${login} is not connected`);
    foreign = {
      account_id: { 'another organization’s': GLOBEX, 'another login’s': ACME },
      connection_id: {
        'another organization’s': await idOf(clinic.id, OLIVIA),
        'an Owner’s': await idOf(newco.id, AGENCY),
        'another admin’s': await idOf(newco.id, OLIVIA),
      },
    };
  });

  test('there are such operations', () => {
    const names = taking.map(({ operation, name }) => `${operation.name} ${name}`);
    assert.deepEqual(names.toSorted(), [
      'disconnect_ad_connection connection_id',
      'end_ad_login_use connection_id',
      'list_campaigns account_id',
      'release_ad_account account_id',
      'select_ad_account account_id',
      'start_ad_connection connection_id',
      'sync_ad_account account_id',
    ]);
  });

  for (const { operation, name } of taking) {
    test(`${operation.name} with the ${name} of somebody else`, async () => {
      const { database } = world;
      const before = await database.rows(standing);
      const asked = operation.ownersOnly ? world.newton : nadia;
      const none = seen(await ask(operation, asked, name, 'nothing-of-the-sort'));
      for (const [whose, id] of Object.entries(foreign[name])) {
        assert.deepEqual(seen(await ask(operation, asked, name, id)), none, whose);
      }
      await world.quiet();
      assert.deepEqual(await database.rows(standing), before);
    });
  }

  function ask({ rest, kind }: Operation, person: Person, name: Parameter, id: string): Promise<HttpAnswer> {
    const path = rest.path.replace('{org}', world.newco.slug).replace(`{${name}}`, id);
    if (rest.path.includes(`{${name}}`))
      return world.as(person, rest.method, path, rest.method === 'POST' ? {} : undefined);
    return kind === 'read'
      ? world.as(person, rest.method, `${path}?${name}=${id}`)
      : world.as(person, rest.method, path, { [name]: id });
  }
});

/** An answer without what differs from request to request. */
function seen({ status, text, requestId }: HttpAnswer) {
  return [status, text.replaceAll(requestId, '')];
}
