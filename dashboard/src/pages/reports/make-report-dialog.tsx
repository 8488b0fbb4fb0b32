import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useChange } from '../../queries.ts';
import { REPORT_KINDS, reportName } from './report-kinds.ts';

interface MakeReportDialogProps {
  /** The type that is offered first. */
  type: string;
  onClose: () => void;
}

/** Asks which report to write; the page of the report shows how it comes about. */
export function MakeReportDialog({ type, onClose }: MakeReportDialogProps) {
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(type);
  const make = useChange(api.makeReport, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate(
      { org: slug, type: chosen },
      {
        onSuccess: ({ report }) =>
          navigate({
            to: '/o/$org/reports/$type/$reportId',
            params: { org: slug, type: chosen, reportId: report },
          }),
      },
    );
  }

  return (
    <Dialog title="Write a report" size="lg" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {make.error && <Refused error={make.error} />}
          <Radio.Group label="Which one" value={chosen} onChange={setChosen}>
            <Stack gap="sm" mt="xs">
              {REPORT_KINDS.map(({ type, name, tells, period }) => (
                <Radio key={type} value={type} label={name} description={`${tells} ${period}.`} />
              ))}
            </Stack>
          </Radio.Group>
          <Text size="sm" c="dimmed">
            It takes less than a minute and counts as one write. Asked for again, the report of the same days is written
            anew in its place.
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={make.isPending}>
              Write the {reportName(chosen).toLowerCase()}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
