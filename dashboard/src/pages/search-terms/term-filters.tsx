import { Chip, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { oneOf } from '../../address.ts';
import { CampaignFilter } from '../../parts/campaign-select.tsx';
import { SearchIcon } from '../../parts/icons.tsx';
import classes from './search-terms.module.css';
import { TERM_STATES } from './term-states.tsx';
import { CONVERTED, STATES, useFilters, WINDOWS } from './use-filters.ts';

const TYPED_MS = 300;

/** What narrows the list: words, state, days, campaign, conversions, cost. */
export function TermFilters() {
  const [filters, keep] = useFilters();
  return (
    <div className={classes.filters}>
      <Group gap="sm">
        <TypedFilter label="Find a search term" value={filters.q ?? ''} onChange={(q) => keep({ q })} search />
        <CampaignFilter value={filters.campaign} onChange={(campaign) => keep({ campaign })} />
        <TypedFilter label="Cost at least" value={String(filters.cost ?? '')} onChange={(cost) => keep({ cost })} />
        <SegmentedControl
          size="xs"
          aria-label="Days"
          value={filters.days}
          onChange={(days) => keep({ days })}
          data={WINDOWS.map((days) => ({ value: days, label: `${days} days` }))}
        />
      </Group>
      <Group gap="xs">
        <Chip.Group value={filters.state ?? 'any'} onChange={(state) => keep({ state: oneOf(STATES, state) })}>
          <Group gap="xs" role="group" aria-label="State">
            <Chip size="xs" value="any">
              Any state
            </Chip>
            {STATES.map((state) => (
              <Chip key={state} size="xs" value={state}>
                {TERM_STATES[state].label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Chip.Group
          value={filters.converted ?? 'any'}
          onChange={(converted) => keep({ converted: oneOf(CONVERTED, converted) })}
        >
          <Group gap="xs" role="group" aria-label="Conversions">
            <Chip size="xs" value="any">
              Converted or not
            </Chip>
            <Chip size="xs" value="yes">
              Converted
            </Chip>
            <Chip size="xs" value="no">
              Without conversions
            </Chip>
          </Group>
        </Chip.Group>
      </Group>
    </div>
  );
}

interface TypedFilterProps {
  label: string;
  value: string;
  onChange: (value: string | undefined) => void;
  search?: boolean;
}

/** What is typed is asked for once the person pauses. */
function TypedFilter({ label, value, onChange, search = false }: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  const tell = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), TYPED_MS);
  return (
    <TextInput
      size="xs"
      type={search ? 'search' : 'text'}
      inputMode={search ? 'search' : 'decimal'}
      aria-label={label}
      placeholder={label}
      leftSection={search && <SearchIcon size={14} />}
      className={search ? classes.search : classes.cost}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        tell(currentTarget.value);
      }}
    />
  );
}
