import { Button, Checkbox, Popover, Stack, UnstyledButton } from '@mantine/core';
import type { CampaignRow } from '../../api.ts';
import { formatCount } from '../../format.ts';
import { SettingsIcon } from '../../parts/icons.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import type { Column } from '../../parts/table/data-table.tsx';
import { type CampaignFilters, STATES } from './campaign-filters.ts';
import { stateOf } from './campaign-words.ts';
import classes from './campaigns-page.module.css';

interface CampaignToolsProps {
  campaigns: readonly CampaignRow[];
  columns: readonly Column<CampaignRow>[];
  search: string;
  state: CampaignFilters['state'];
  hidden: ReadonlySet<string>;
  onKeep: (change: Record<string, unknown>) => void;
}

/** Narrows the table: by words, by state, by columns. */
export function CampaignTools({ campaigns, columns, search, state, hidden, onKeep }: CampaignToolsProps) {
  const counts = Map.groupBy(campaigns, (one) => one.state);
  const present = STATES.filter((one) => counts.has(one) || one === state);
  return (
    <div className={classes.tools}>
      <SearchField className={classes.search} label="Find a campaign" value={search} onChange={(q) => onKeep({ q })} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div className={classes.chips} role="group" aria-label="State">
        <Chip
          label="All"
          count={campaigns.length}
          on={state === undefined}
          onClick={() => onKeep({ state: undefined })}
        />
        {present.map((one) => (
          <Chip
            key={one}
            label={stateOf({ state: one }).label}
            count={counts.get(one)?.length ?? 0}
            on={state === one}
            onClick={() => onKeep({ state: state === one ? undefined : one })}
          />
        ))}
      </div>
      <Columns columns={columns} hidden={hidden} onHide={(next) => onKeep({ hide: [...next].join(',') || 'none' })} />
    </div>
  );
}

interface ChipProps {
  label: string;
  count: number;
  on: boolean;
  onClick: () => void;
}

function Chip({ label, count, on, onClick }: ChipProps) {
  return (
    <UnstyledButton className={classes.chip} aria-pressed={on} onClick={onClick}>
      {label} {formatCount(count)}
    </UnstyledButton>
  );
}

interface ColumnsProps {
  columns: readonly Column<CampaignRow>[];
  hidden: ReadonlySet<string>;
  onHide: (hidden: ReadonlySet<string>) => void;
}

function Columns({ columns, hidden, onHide }: ColumnsProps) {
  const [always, ...choices] = columns;
  return (
    <Popover position="bottom-end" shadow="md" radius="md" trapFocus withRoles>
      <Popover.Target>
        <Button className={classes.rest} size="xs" variant="default" leftSection={<SettingsIcon size={14} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Columns beside ${always?.title}`}>
        <Stack gap="xs">
          {choices.map(({ key, title }) => (
            <Checkbox
              key={key}
              size="xs"
              label={title}
              checked={!hidden.has(key)}
              onChange={() => onHide(hidden.symmetricDifference(new Set([key])))}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
