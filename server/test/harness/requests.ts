import { randomBytes } from 'node:crypto';
import type { Operation } from '../../src/base/operation.ts';
import type { World } from './world.ts';
import type { Person } from './world-people.ts';

/** One request that is valid in every respect but possibly who sends it. */
export interface ValidRequest {
  method: string;
  /** Relative to the prefix of the surface. */
  path: string;
  body?: unknown;
}

/** Who asks, and in which organization. */
export interface Asking {
  world: World;
  /** Objects that belong to somebody are made for this person. */
  person: Person;
  /** As it stands in the path; harbor where nothing is said. */
  org?: string;
}

type Make = (asking: Asking) => unknown | Promise<unknown>;

/** A value for each path parameter there is: an object that exists, fresh where the operation may use it up. */
const PATH_VALUES: Readonly<Record<string, Make>> = {
  org: ({ world, org }) => org ?? world.harbor.slug,
  task_tracking_id: ({ world }) => world.taskId,
  about: ({ world }) => `campaign:${world.campaignSlug}`,
  slug: ({ world }) => world.campaignSlug,
  ad_id: ({ world }) => world.addAd(),
  type: async ({ world }) => {
    await world.addReport();
    return 'weekly';
  },
  report_id: ({ world }) => world.addReport(),
  strategy_id: ({ world }) => world.addStrategy(),
  action_id: ({ world }) => world.addAction(),
  queued_write_id: ({ world }) => world.addQueuedWrite(),
  recommendation_id: ({ world }) => world.addRecommendation(),
  connection_id: ({ world, person }) => world.addConnection(person),
  account_id: ({ world, person }) => world.addAccount(person),
  invitation_id: ({ world, person }) => world.addInvitation(person),
  session_id: ({ world, person }) => world.addSession(person),
  uid: ({ world }) => world.addConnectRequest(),
  app_id: async ({ world, person }) => (await world.addApp({ person })).id,
  person_id: async ({ world }) => (await world.addPerson(anyName(), 'member')).id,
  key_id: async ({ world, person }) => (await world.addKey({ creator: person, scopes: ['organizations:read'] })).id,
};

/** The smallest valid body of each operation that requires one. */
const BODIES: Readonly<Record<string, Make>> = {
  sign_in: () => ({ email: 'nobody@people.example', password: 'wrong' }),
  sign_out: () => undefined,
  add_member: async ({ world }) => ({ email: (await world.addPerson(anyName())).email, role: 'member' }),
  accept_invitation: () => undefined,
  decline_invitation: () => undefined,
  end_other_sessions: () => undefined,
  finish_sign_in: () => ({ challenge: 'none', code: '000000' }),
  begin_second_factor: () => ({ password: 'correct horse battery' }),
  confirm_second_factor: () => ({ code: '000000' }),
  turn_off_second_factor: () => ({ password: 'correct horse battery', code: '000000' }),
  make_recovery_codes: () => ({ code: '000000' }),
  change_password: () => ({ new_password: 'correct horse battery' }),
  ask_password_reset: () => ({ email: 'nobody@people.example' }),
  choose_password: () => ({ token: 'none', password: 'correct horse battery' }),
  join_organization: () => ({ token: 'none', name: 'Nora', password: 'correct horse battery' }),
  approve_connect_request: () => ({ scopes: ['organizations:read'] }),
  deny_connect_request: () => undefined,
  change_member_role: () => ({ role: 'admin' }),
  create_api_key: () => ({ name: 'Nightly export', scopes: ['organizations:read'] }),
  rotate_api_key: () => undefined,
  revoke_api_key: () => undefined,
  create_campaign: () => ({ website_url: 'https://www.harbor.example/' }),
  create_ad: () => ({ url: 'https://www.harbor.example/boats' }),
  remove_ad: () => ({}),
  update_ad: () => ({ name: 'Boats' }),
  set_ad_keywords: () => ({ keywords: [{ text: 'boat hire', match_type: 'phrase' }] }),
  set_sitelinks: () => ({ sitelinks: [] }),
  set_callouts: () => ({ callouts: ['By the day'] }),
  set_locations: () => ({ locations: [] }),
  update_campaign: () => ({ name: 'Weekend trips' }),
  set_campaign_state: () => ({ state: 'live' }),
  add_negative_keywords: () => ({ keywords: ['free'] }),
  generate_report: () => undefined,
  make_report: () => undefined,
  generate_strategy: () => ({}),
  run_detector: () => ({ detector: 'keyword_count' }),
  undo_action: () => undefined,
  approve_queued_write: () => undefined,
  reject_queued_write: () => undefined,
  dismiss_recommendation: () => undefined,
  restore_recommendation: () => undefined,
  apply_recommendation: () => ({}),
  start_ad_connection: () => ({}),
  select_ad_account: async ({ world, person }) => ({ account_id: await world.addAccount(person) }),
  sync_ad_account: () => undefined,
  start_website_analysis: () => ({ url: 'https://www.harbor.example/' }),
  update_business_profile: () => ({ brand_name: 'Harbor Tours' }),
  set_approvals_setting: () => ({ required: false }),
  rename_organization: () => ({ name: 'Harbor Tours' }),
  set_spending_limits: () => ({ max_spend: 3000 }),
};

/** A valid request of an operation; fails with the name of what the tables above lack. */
export async function validRequest(operation: Operation, asking: Asking): Promise<ValidRequest> {
  const { method, parameters } = operation.rest;
  let { path } = operation.rest;
  for (const name of parameters) {
    const make = PATH_VALUES[name];
    if (!make) throw new Error(`${operation.name}: PATH_VALUES in harness/requests.ts knows no parameter {${name}}`);
    path = path.replace(`{${name}}`, encodeURIComponent(String(await make(asking))));
  }
  if (method === 'GET' || method === 'DELETE') return { method, path };
  const make = BODIES[operation.name];
  if (!make) throw new Error(`${operation.name}: BODIES in harness/requests.ts has no body for it`);
  return { method, path, body: await make(asking) };
}

function anyName(): string {
  return `person-${randomBytes(6).toString('hex')}`;
}
