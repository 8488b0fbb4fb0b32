import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { errorWords } from '../../changes/error-words.ts';
import { formatCount } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { useCampaigns } from '../../parts/campaign-names.ts';
import { CampaignSelect } from '../../parts/campaign-select.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { runs } from '../campaigns/campaign-words.ts';
import { DETECTORS } from './kinds.ts';

/** Runs every detector on one campaign, now instead of tonight. */
export function DetectDialog({ campaign, onClose }: { campaign: string | undefined; onClose: () => void }) {
  const { slug: org } = useOrganization();
  const queryClient = useQueryClient();
  const campaigns = useCampaigns();
  const live = useMemo(() => campaigns.filter(runs), [campaigns]);
  const [chosen, setChosen] = useState(campaign ?? '');
  const [done, setDone] = useState(0);
  const slug = chosen || live[0]?.slug;
  const run = useMutation<{ found: number; warnings: string[] }, CallError, string>({
    async mutationFn(of) {
      let found = 0;
      const warnings = new Set<string>();
      for (const [nth, detector] of DETECTORS.entries()) {
        setDone(nth);
        const answer = await call(api.runDetector, { org, slug: of, detector });
        found += answer.findings.filter(({ advice }) => advice === 'act').length;
        for (const { message } of answer.warnings ?? []) warnings.add(message);
      }
      await queryClient.invalidateQueries({ queryKey: [api.listOptimizations.route] });
      return { found, warnings: [...warnings] };
    },
  });
  return (
    <Dialog title="Look for more" onClose={onClose}>
      <Stack gap="md">
        <Text>
          Runs all ten detectors on one live campaign. They change nothing; what they find is shown as a card.
        </Text>
        <CampaignSelect
          label="Campaign"
          campaigns={live}
          value={slug}
          disabled={run.isPending}
          onChange={(value) => setChosen(value ?? '')}
        />
        <output>
          {run.isPending && `Detector ${done + 1} of ${DETECTORS.length} is looking…`}
          {run.data &&
            (run.data.found === 0
              ? 'Nothing to act upon was found.'
              : `${formatCount(run.data.found)} findings to act upon.`)}
        </output>
        {run.data?.warnings.map((warning) => (
          <Notice key={warning} tone="warning">
            {warning}
          </Notice>
        ))}
        {run.error && <Notice tone="danger">{errorWords(run.error)}</Notice>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => slug && run.mutate(slug)} loading={run.isPending} disabled={!slug}>
            Run the detectors
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
