import { Button, Checkbox, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CalendarIcon } from '../icons.tsx';
import { formatDay, PERIODS } from './period.ts';
import classes from './period-picker.module.css';
import { usePeriod } from './use-period.ts';

/** Chooses the days that a page shows. */
export function PeriodPicker() {
  const [opened, popover] = useDisclosure(false);
  const [{ name, from, to, compare, settled }, keep] = usePeriod();
  const words = name === 'custom' ? 'Custom' : PERIODS[name];
  const change = (search: Record<string, unknown>) =>
    keep({ period: undefined, from: undefined, to: undefined, ...search });
  return (
    <Popover opened={opened} onChange={popover.set} position="bottom-end" shadow="md" radius="md" trapFocus withRoles>
      <Popover.Target>
        <Button variant="default" leftSection={<CalendarIcon size={16} />} onClick={popover.toggle}>
          {words}
          <span className={classes.days}>{settled && `${formatDay(from)} – ${formatDay(to)}`}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Period">
        <Stack gap="sm">
          <div className={classes.names}>
            {Object.entries(PERIODS).map(([key, label]) => (
              <Button
                key={key}
                size="compact-sm"
                variant={key === name ? 'light' : 'subtle'}
                aria-pressed={key === name}
                justify="flex-start"
                onClick={() => change({ period: key })}
              >
                {label}
              </Button>
            ))}
          </div>
          <Group gap="xs" grow>
            <TextInput
              type="date"
              label="From"
              value={from}
              max={to}
              onChange={({ currentTarget: { value } }) => value && change({ from: value, to: value > to ? value : to })}
            />
            <TextInput
              type="date"
              label="To"
              value={to}
              min={from}
              onChange={({ currentTarget: { value } }) =>
                value && change({ from: value < from ? value : from, to: value })
              }
            />
          </Group>
          <Checkbox
            label="Compare with the days before"
            checked={compare}
            onChange={() => keep({ compare: compare ? 'none' : undefined })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
