import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Campaign } from '../../../api.ts';
import { useOrganization } from '../../../organization.tsx';
import { AdsTab } from '../ads/ads-tab.tsx';
import { SettingsTab } from '../settings/settings-tab.tsx';
import classes from './campaign-page.module.css';
import { HistoryTab } from './history-tab.tsx';
import { KeywordsTab } from './keywords-tab.tsx';
import { NegativesTab } from './negatives-tab.tsx';
import { PerformanceTab } from './performance-tab.tsx';
import { SearchTermsTab } from './search-terms-tab.tsx';

interface Tab {
  label: string;
  page: (props: { campaign: Campaign }) => ReactNode;
}

/** What there is to see of a campaign, in order; the key is the end of its address. */
export const TAB_PAGES = {
  performance: { label: 'Performance', page: PerformanceTab },
  ads: { label: 'Ads', page: AdsTab },
  keywords: { label: 'Keywords', page: KeywordsTab },
  negatives: { label: 'Negatives', page: NegativesTab },
  'search-terms': { label: 'Search terms', page: SearchTermsTab },
  settings: { label: 'Settings', page: SettingsTab },
  history: { label: 'History', page: HistoryTab },
} as const satisfies Record<string, Tab>;

export type TabName = keyof typeof TAB_PAGES;

const NAMES = Object.keys(TAB_PAGES).filter(isTab);

/** Whether an address names a tab. */
export function isTab(name: string | undefined): name is TabName {
  return name !== undefined && Object.hasOwn(TAB_PAGES, name);
}

/** The tabs of a campaign, each with an address of its own. */
export function CampaignTabs({ slug, chosen }: { slug: string; chosen: TabName }) {
  const { slug: org } = useOrganization();
  return (
    <nav aria-label="Campaign" className={classes.tabs}>
      {NAMES.map((tab) => (
        <Link
          key={tab}
          to="/o/$org/campaigns/$slug/$tab"
          params={{ org, slug, tab }}
          className={classes.tab}
          aria-current={tab === chosen ? 'page' : undefined}
          resetScroll={false}
        >
          {TAB_PAGES[tab].label}
        </Link>
      ))}
    </nav>
  );
}
