/** Where Google Ads is and who we are there. Pointing it at the emulator or at Google is configuration only. */
export interface GoogleAdsConfig {
  apiBaseUrl: string;
  apiVersion: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string;
  clientId: string;
  clientSecret: string;
  developerToken?: string | undefined;
  timeouts?: Partial<Timeouts>;
  mostBelowCampaigns?: number;
}

/** How long each kind of call may take; a stream may last longer, but not stay silent longer. */
export interface Timeouts {
  tokenMs: number;
  callMs: number;
  silenceMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = { tokenMs: 15_000, callMs: 60_000, silenceMs: 60_000 };

/**
 * How many keywords, negative keywords and ads are held of an account at once. They take some 75 MiB, and a process syncs
 * several accounts at a time.
 */
export const DEFAULT_MOST_BELOW_CAMPAIGNS = 250_000;

/** The version of the API the wire types were generated from. */
const API_VERSION = 'v25';

/** Google's own addresses. */
export const GOOGLE_ENDPOINTS = {
  apiBaseUrl: 'https://googleads.googleapis.com',
  apiVersion: API_VERSION,
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
} as const;

/** The same endpoints on an emulator at `origin`. */
export function emulatorEndpoints(origin: string): Omit<GoogleAdsConfig, 'clientId' | 'clientSecret'> {
  return {
    apiBaseUrl: origin,
    apiVersion: API_VERSION,
    authorizeUrl: `${origin}/o/oauth2/v2/auth`,
    tokenUrl: `${origin}/token`,
    revokeUrl: `${origin}/revoke`,
  };
}
