import { ActionIcon, Loader, Menu, Text } from '@mantine/core';
import { adLength, DESCRIPTIONS, HEADLINES } from '../../../../../server/src/campaigns/ad-limits.ts';
import type { Ad, CampaignParts } from '../../../api.ts';
import { formatWords } from '../../../format.ts';
import { MoreIcon } from '../../../parts/icons.tsx';
import { Section } from '../../../parts/page.tsx';
import { Status } from '../../../parts/status.tsx';
import { WebsiteLink } from '../../../parts/website-link.tsx';
import { useWork } from '../../../tasks/use-work.ts';
import { AdPreview, type Screen } from './ad-preview.tsx';
import classes from './ads-tab.module.css';

interface AdCardProps {
  ad: Ad;
  parts: CampaignParts;
  screen: Screen;
  seed: number;
  /** Left out for whoever may not change it. */
  onAct: ((act: 'edit' | 'remove') => void) | undefined;
}

/** One ad: as it is shown, and all its texts beside. */
export function AdCard({ ad, parts, screen, seed, onAct }: AdCardProps) {
  return (
    <Section
      title={ad.name}
      aside={
        <span style={{ display: 'flex', gap: '0.75rem', alignItems: 'center' }}>
          {!ad.generating && <Status {...stateOf(ad)} />}
          {onAct && !ad.generating && <AdMenu ad={ad} editable={parts.editable} onAct={onAct} />}
        </span>
      }
    >
      {ad.generating ? (
        <BeingWritten ad={ad} />
      ) : (
        <div className={classes.card}>
          <AdPreview ad={ad} sitelinks={parts.sitelinks} callouts={parts.callouts} screen={screen} seed={seed} />
          <div className={classes.texts}>
            <div>
              <h3>Landing page</h3>
              <WebsiteLink url={ad.url} />
            </div>
            <Texts title="Headlines" texts={ad.headlines} most={HEADLINES.max} length={HEADLINES.length} />
            <Texts title="Descriptions" texts={ad.descriptions} most={DESCRIPTIONS.max} length={DESCRIPTIONS.length} />
          </div>
        </div>
      )}
    </Section>
  );
}

function BeingWritten({ ad: { id, url } }: { ad: Ad }) {
  const { task } = useWork(`ad:${id}`, true);
  return (
    <Text c="dimmed" component="output">
      <Loader size={14} mr="xs" /> The ad is being written from <WebsiteLink url={url} />.{' '}
      {task?.stage && `${task.stage}.`}
    </Text>
  );
}

function stateOf({ approval, in_platform, state }: Ad) {
  if (!in_platform) return { tone: 'waiting', label: 'Waits with the draft' } as const;
  if (approval && approval !== 'approved') return { tone: 'waiting', label: formatWords(approval) } as const;
  return state === 'paused'
    ? ({ tone: 'over', label: 'Paused' } as const)
    : ({ tone: 'good', label: formatWords(approval ?? state) } as const);
}

interface AdMenuProps {
  ad: Ad;
  editable: boolean;
  onAct: (act: 'edit' | 'remove') => void;
}

function AdMenu({ ad, editable, onAct }: AdMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md" radius="md" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${ad.name}`}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!editable && <Menu.Label>Its texts are edited in the ad platform.</Menu.Label>}
        <Menu.Item disabled={!editable} onClick={() => onAct('edit')}>
          Edit texts…
        </Menu.Item>
        <Menu.Item color="var(--mantine-color-error)" onClick={() => onAct('remove')}>
          Remove…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Texts({ title, texts, most, length }: { title: string; texts: string[]; most: number; length: number }) {
  return (
    <div>
      <h3>
        {title} ({texts.length} of {most})
      </h3>
      <ul>
        {texts.map((text) => (
          <li key={text}>
            {text}{' '}
            <Text span size="xs" c="dimmed">
              {length - adLength(text)} left
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
