import { statement } from '../base/database.ts';

/** What is known of an organization's business, named as it is answered. */
export interface BusinessProfileRow {
  url: string;
  brand_name: string;
  description: string;
  products: { name: string; description: string; url: string }[];
  ideal_customer_profiles: { name: string; description: string }[];
  competitors: { name: string; url: string }[];
  trust_signals: string[];
  target_locations: string[];
  status: 'analysing' | 'ready' | 'failed';
  updated_at: string;
}

export const businessProfile = statement<[organizationId: number], BusinessProfileRow>(`
  select url, brand_name, description, products, ideal_customer_profiles, competitors, trust_signals,
    target_locations, status, updated_at
  from business_profile where organization_id = $1`);
