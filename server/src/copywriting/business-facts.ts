/** What a business profile says of a business, named as the profile names it. */
export interface BusinessFacts {
  brand_name: string;
  description: string;
  products: { name: string; description: string; url: string }[];
  ideal_customer_profiles: { name: string; description: string }[];
  competitors: { name: string; url: string }[];
  trust_signals: string[];
  target_locations: string[];
}
