import { Button, Group } from '@mantine/core';
import { api, type Optimization } from '../../api.ts';
import { formatCount, formatWholeAmount } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { usePages } from '../../pages-of.ts';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { Section } from '../../parts/page.tsx';
import { pageIcons } from '../../parts/page-icons.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { Empty, Failure, RowsSkeleton } from '../../parts/states.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { DetectDialog } from './detect-dialog.tsx';
import { RecommendationCard } from './recommendation-card.tsx';
import classes from './recommendations.module.css';

interface RecommendationsProps {
  campaign: string | undefined;
  onCampaign: (campaign: string | undefined) => void;
}

/** Every pending recommendation, by campaign, those worth most first. */
export function Recommendations({ campaign, onCampaign }: RecommendationsProps) {
  const { slug, currency } = useOrganization();
  const dialog = useDialog<'detect'>();
  const mayDetect = useMay('campaigns:read');
  const input = { org: slug, ...(campaign && { campaign }) };
  const query = usePages(api.listOptimizations, input);
  const { error } = query;
  const pages = query.data?.pages;
  if (!pages) {
    return (
      <Section flush>
        {error ? <Failure error={error} retry={() => query.refetch()} /> : <RowsSkeleton rows={8} />}
      </Section>
    );
  }
  const all = pages.flatMap(({ optimizations }) => optimizations);
  const [{ total, monthly_saving } = { total: 0, monthly_saving: 0 }] = pages;
  return (
    <>
      <div className={classes.head}>
        <p className={classes.sum}>
          {total === 0 ? 'Nothing is pending' : `${formatCount(total)} pending`}
          {monthly_saving > 0 && `, up to ${formatWholeAmount(monthly_saving, currency)} a month to save`}
          {campaign && ', in one campaign'}
        </p>
        <Group gap="xs">
          <CopyAsCurl endpoint={api.listRecommendations} input={input} />
          {campaign && (
            <Button variant="subtle" onClick={() => onCampaign(undefined)}>
              Show all campaigns
            </Button>
          )}
          {mayDetect && (
            <Button variant="default" onClick={() => dialog.show('detect')}>
              Look for more
            </Button>
          )}
        </Group>
      </div>
      {all.length === 0 && <NoneLeft />}
      {[...Map.groupBy(all, (one) => one.campaign.slug)].map(([of, group]) => (
        <CampaignGroup key={of} recommendations={group} />
      ))}
      <ShowMore pages={query}>Show more</ShowMore>
      {dialog.open && <DetectDialog campaign={campaign} onClose={dialog.close} />}
    </>
  );
}

function CampaignGroup({ recommendations }: { recommendations: readonly Optimization[] }) {
  const campaign = recommendations[0]?.campaign;
  return (
    <section className={classes.group}>
      <h2 className={classes.campaign}>{campaign?.name}</h2>
      {campaign?.runs === false && (
        <p className={classes.why}>It does not run: until it does, there is nothing to save.</p>
      )}
      {recommendations.map((one) => (
        <RecommendationCard key={one.id} recommendation={one} />
      ))}
    </section>
  );
}

function NoneLeft() {
  return (
    <Section flush>
      <Empty icon={pageIcons.optimizations} title="Nothing to improve right now">
        Every night detectors look at each live campaign: for waste, for keywords that are missing, for budgets that
        hold a good campaign back. What they find is shown here with its evidence.
      </Empty>
    </Section>
  );
}
