import { Link } from '@tanstack/react-router';
import type { Campaign } from '../../../api.ts';
import { formatAmount } from '../../../format.ts';
import { useOrganization } from '../../../organization.tsx';
import { Ago } from '../../../parts/figure.tsx';
import { Status } from '../../../parts/status.tsx';
import { WebsiteLink } from '../../../parts/website-link.tsx';
import { stateOf, typeWords } from '../campaign-words.ts';
import classes from './campaign-page.module.css';

/** How a campaign stands, in one line: state, kind, budget, target, website. */
export function CampaignHead({ campaign }: { campaign: Campaign }) {
  const { slug: org, currency } = useOrganization();
  const { type, budget, target_cpa, website_url, last_synced_at } = campaign;
  return (
    <div className={classes.facts}>
      <Link to="/o/$org/campaigns" params={{ org }} className={classes.back}>
        All campaigns
      </Link>
      <Status {...stateOf(campaign)} />
      <span>{typeWords(type)}</span>
      <span>{budget > 0 ? `${formatAmount(budget, currency)} a day` : 'No budget yet'}</span>
      <span>{target_cpa === null ? 'No target CPA' : `Target CPA ${formatAmount(target_cpa, currency)}`}</span>
      {website_url && <WebsiteLink url={website_url} />}
      {last_synced_at && (
        <span>
          Synced <Ago at={last_synced_at} />
        </span>
      )}
    </div>
  );
}
