import type { Tenancy } from '../base/context.ts';
import { columns, statement } from '../base/database.ts';

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

const COLUMNS = columns<BusinessProfileRow>({
  url: 'url',
  brand_name: 'brand_name',
  description: 'description',
  products: 'products',
  ideal_customer_profiles: 'ideal_customer_profiles',
  competitors: 'competitors',
  trust_signals: 'trust_signals',
  target_locations: 'target_locations',
  status: 'status',
  updated_at: 'updated_at',
});

const one = statement<[organizationId: number], BusinessProfileRow>(
  `select ${COLUMNS} from business_profile where organization_id = $1`,
);

/** What is known of the business, once anything is. */
export function findBusinessProfile({ db, organizationId }: Tenancy): Promise<BusinessProfileRow | undefined> {
  return db.row(one, organizationId);
}
