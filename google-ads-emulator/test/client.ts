import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../src/clock.ts';
import { type EmulatorOptions, startEmulator } from '../src/emulator.ts';
import { at, isObject, type Json, type JsonObject, listAt, parseJson, textAt } from '../src/json.ts';
import type { MutateOperation } from '../src/wire.gen.ts';

/** The customers that the tests use. */
export const ACME = '1000000001';
export const INITECH = '1000000003';

/** An answer with its body read as JSON. */
export interface Answer {
  status: number;
  body: Json;
}

/** A clock that stands still, so that a test sees the same numbers every day. */
export const FIXED: Clock = { now: () => Date.parse('2026-11-14T17:00:00Z') };

/** An emulator of its own for a test file, with a login to call it by. */
export class TestEmulator {
  readonly url: string;
  readonly token: string;
  readonly close: () => Promise<void>;

  private constructor(url: string, token: string, close: () => Promise<void>) {
    this.url = url;
    this.token = token;
    this.close = close;
  }

  static async start(options: Partial<EmulatorOptions> = {}, email = 'olivia@demo.test'): Promise<TestEmulator> {
    const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'emulator-'));
    const emulator = await startEmulator({ port: 0, clock: FIXED, ...options, dataDir });
    const { accessToken } = await signIn(emulator.url, email);
    const close = async () => {
      await emulator.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true });
    };
    return new TestEmulator(emulator.url, accessToken, close);
  }

  search(query: string, customer = ACME, token = this.token): Promise<Answer> {
    return this.call(`customers/${customer}/googleAds:search`, { query }, token);
  }

  /** All rows of a query, page by page. */
  async rows(query: string, customer = ACME, token = this.token): Promise<Json[]> {
    const rows: Json[] = [];
    let pageToken = '';
    do {
      const page = { query, ...(pageToken !== '' && { pageToken }) };
      const { body } = await this.call(`customers/${customer}/googleAds:search`, page, token);
      rows.push(...listAt(body, 'results'));
      pageToken = textAt(body, 'nextPageToken');
    } while (pageToken !== '');
    return rows;
  }

  mutate(
    operations: readonly MutateOperation[],
    options: object = {},
    customer = ACME,
    token = this.token,
  ): Promise<Answer> {
    return this.call(`customers/${customer}/googleAds:mutate`, { mutateOperations: operations, ...options }, token);
  }

  call(
    path: string,
    body: object | undefined,
    token = this.token,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetchJson(`${this.url}/v25/${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...headers } });
  }

  control(method: string, path: string, body?: object): Promise<Answer> {
    return fetchJson(`${this.url}/_emulator/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  }
}

/** Goes through consent without a browser. */
export async function signIn(url: string, email: string): Promise<{ accessToken: string; refreshToken: string }> {
  const redirectUri = 'http://127.0.0.1/callback';
  const parameters = new URLSearchParams({
    client_id: 'emulator-client',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email https://www.googleapis.com/auth/adwords',
    state: 'state',
    access_type: 'offline',
    prompt: 'consent',
    login_hint: email,
  });
  const headers = { 'x-emulator-auto-approve': '1' };
  const consent = await fetch(`${url}/o/oauth2/v2/auth?${parameters}`, { redirect: 'manual', headers });
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { body } = await postForm(`${url}/token`, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
  });
  return { accessToken: textAt(body, 'access_token'), refreshToken: textAt(body, 'refresh_token') };
}

/** Posts an OAuth form with the client's credentials. */
export function postForm(url: string, fields: Record<string, string>): Promise<Answer> {
  const credentials = { client_id: 'emulator-client', client_secret: 'emulator-secret' };
  return fetchJson(url, { method: 'POST', body: new URLSearchParams({ ...credentials, ...fields }) });
}

/** The first error of a failure, as `family.CODE`. */
export function errorCode(body: Json): string {
  const [detail] = listAt(body, 'error', 'details');
  return codeOf(listAt(detail, 'errors')[0]);
}

/** An error's code, as `family.CODE`. */
export function codeOf(error: Json | undefined): string {
  const code = at(error, 'errorCode');
  const [first] = isObject(code) ? Object.entries(code) : [];
  return first ? `${first[0]}.${first[1]}` : 'none';
}

async function fetchJson(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { status: response.status, body: parseJson(await response.text()) ?? null };
}

/** A complete launch: budget, campaign, ad group, ad, keywords, sitelink and callout. */
export function launch(
  customer: string,
  name: string,
  changes: Partial<Record<'campaign' | 'budget' | 'ad', JsonObject>> = {},
): MutateOperation[] {
  const named = (kind: string, id: number) => `customers/${customer}/${kind}/${id}`;
  const campaign = named('campaigns', -2);
  const adGroup = named('adGroups', -3);
  return [
    {
      campaignBudgetOperation: {
        create: {
          resourceName: named('campaignBudgets', -1),
          name: `${name} budget`,
          amountMicros: '40000000',
          explicitlyShared: false,
          ...changes.budget,
        },
      },
    },
    {
      campaignOperation: {
        create: {
          resourceName: campaign,
          name,
          status: 'ENABLED',
          advertisingChannelType: 'SEARCH',
          campaignBudget: named('campaignBudgets', -1),
          maximizeConversions: { targetCpaMicros: '35500000' },
          containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
          ...changes.campaign,
        },
      },
    },
    {
      campaignCriterionOperation: { create: { campaign, location: { geoTargetConstant: 'geoTargetConstants/2840' } } },
    },
    {
      campaignCriterionOperation: {
        create: { campaign, negative: true, keyword: { text: 'jobs', matchType: 'PHRASE' } },
      },
    },
    { adGroupOperation: { create: { resourceName: adGroup, campaign, name: 'First' } } },
    {
      adGroupAdOperation: {
        create: {
          adGroup,
          ad: {
            finalUrls: ['https://initech.example/'],
            responsiveSearchAd: {
              headlines: texts('Reports Done Right', 'Try It Free', 'Made for Teams'),
              descriptions: texts('Reports without the paperwork.', 'Set up in minutes.'),
            },
            ...changes.ad,
          },
        },
      },
    },
    { adGroupCriterionOperation: { create: { adGroup, keyword: { text: 'report software', matchType: 'PHRASE' } } } },
    { adGroupCriterionOperation: { create: { adGroup, keyword: { text: 'reporting tool', matchType: 'EXACT' } } } },
    {
      assetOperation: {
        create: {
          resourceName: named('assets', -4),
          finalUrls: ['https://initech.example/pricing'],
          sitelinkAsset: { linkText: 'Prices' },
        },
      },
    },
    { campaignAssetOperation: { create: { campaign, asset: named('assets', -4), fieldType: 'SITELINK' } } },
  ];
}

/** Ad texts as assets. */
export function texts(...values: string[]): { text: string }[] {
  return values.map((text) => ({ text }));
}
