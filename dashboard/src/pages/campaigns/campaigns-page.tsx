import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useAddress } from '../../address.ts';
import { api, type CampaignRow } from '../../api.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { PlusIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { pageIcons } from '../../parts/page-icons.tsx';
import { formatDay } from '../../parts/period/period.ts';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { reading } from '../../queries.ts';
import { campaignColumns } from './campaign-columns.tsx';
import { campaignFilters, matchingCampaigns, sortText } from './campaign-filters.ts';
import { CampaignTools } from './campaign-tools.tsx';
import { type BulkAct, BulkDialog, Chosen } from './chosen-campaigns.tsx';
import { CreateCampaignDialog } from './create/create-campaign-dialog.tsx';

/** Every campaign of the organization in one table. */
export default function CampaignsPage() {
  const { slug: org, name } = useOrganization();
  const campaigns = useQuery(reading(api.listCampaignFigures, { org }));
  const mayWrite = useMay('campaigns:write');
  const dialog = useDialog<'create'>();
  const create = mayWrite && (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => dialog.show('create')}>
      New campaign
    </Button>
  );
  const period = campaigns.data?.period;
  return (
    <Page
      title="Campaigns"
      of={name}
      wide
      description={
        period
          ? `Figures of the 30 days from ${formatDay(period.from)} to ${formatDay(period.to)}.`
          : 'What runs, what rests, and what is being prepared.'
      }
      actions={
        <>
          <CopyAsCurl endpoint={api.listCampaigns} input={{ org }} />
          {create}
        </>
      }
    >
      <Loaded query={campaigns} framed skeleton={<RowsSkeleton rows={8} />}>
        {({ campaigns }) =>
          campaigns.length === 0 ? <NoCampaigns create={create} /> : <Campaigns campaigns={campaigns} />
        }
      </Loaded>
      {dialog.open === 'create' && <CreateCampaignDialog onClose={dialog.close} />}
    </Page>
  );
}

function NoCampaigns({ create }: { create: React.ReactNode }) {
  return (
    <Section flush>
      <Empty icon={pageIcons.campaigns} title="No campaigns yet" action={create}>
        Campaigns of the linked ad account appear here, and drafts that are written from a website. A draft costs
        nothing until somebody launches it.
      </Empty>
    </Section>
  );
}

function Campaigns({ campaigns }: { campaigns: readonly CampaignRow[] }) {
  const { slug: org, currency } = useOrganization();
  const [{ q, state, order, hidden }, keep] = useAddress(campaignFilters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const bulk = useDialog<BulkAct>();
  const mayWrite = useMay('campaigns:write');
  const search = useDeferredValue(q);
  const columns = useMemo(() => campaignColumns(org, currency), [org, currency]);
  const found = useMemo(() => matchingCampaigns(campaigns, search), [campaigns, search]);
  const rows = useMemo(() => found.filter((one) => state === undefined || one.state === state), [found, state]);
  const picked = rows.filter(({ slug }) => chosen.has(slug));
  const shown = useMemo(() => columns.filter(({ key }) => !hidden.has(key)), [columns, hidden]);
  return (
    <Section flush>
      <CampaignTools campaigns={found} columns={columns} search={q} state={state} hidden={hidden} onKeep={keep} />
      {picked.length > 0 && <Chosen campaigns={picked} onAct={bulk.show} onClear={() => setChosen(new Set())} />}
      {rows.length === 0 ? (
        <Empty icon={pageIcons.campaigns} title="No campaign fits">
          Nothing has this name or state.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => keep({ q: undefined, state: undefined })}>
            Show all campaigns
          </Button>
        </Empty>
      ) : (
        <DataTable
          label="Campaigns"
          columns={shown}
          rows={rows}
          keyOf={({ slug }) => slug}
          nameOf={({ name }) => name}
          order={order}
          onOrder={(next) => keep({ sort: sortText(next) })}
          selection={mayWrite ? { chosen, onChoose: setChosen } : undefined}
        />
      )}
      {bulk.open && (
        <BulkDialog act={bulk.open} campaigns={picked} onDone={() => setChosen(new Set())} onClose={bulk.close} />
      )}
    </Section>
  );
}
