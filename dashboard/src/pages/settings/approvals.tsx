import { Switch, Text } from '@mantine/core';
import { api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { useChange } from '../../queries.ts';
import classes from './settings.module.css';

/** Whether changes made through keys and connected apps wait for a person. */
export function Approvals({ required }: { required: boolean }) {
  const { slug, role } = useOrganization();
  const change = useChange(api.setApprovalsSetting, [api.getApprovalsSetting]);
  const isOwner = role === 'owner';
  const shown = change.isPending ? change.variables.required : required;
  return (
    <div className={classes.setting}>
      <Switch
        size="md"
        label="A person approves every change made through a key or connected app"
        description="Changes wait in the approval queue for up to seven days; limits are checked again when one is approved. Reads, previews, reports and what people do here in the dashboard are never held."
        checked={shown}
        disabled={!isOwner}
        onChange={(event) => change.mutate({ org: slug, required: event.currentTarget.checked })}
        classNames={{ label: classes.label }}
      />
      <Text size="sm" c="dimmed" component="output" className={classes.after}>
        {afterwards({ isOwner, isPending: change.isPending, isSuccess: change.isSuccess, required })}
      </Text>
      {change.error && <Refused error={change.error} />}
    </div>
  );
}

interface Situation {
  isOwner: boolean;
  isPending: boolean;
  isSuccess: boolean;
  required: boolean;
}

function afterwards({ isOwner, isPending, isSuccess, required }: Situation): string {
  if (!isOwner) return 'Only an Owner can change this.';
  if (isPending) return 'Saving…';
  if (!isSuccess) return '';
  return required
    ? 'Saved. Changes are held from now on.'
    : 'Saved. New changes are made at once; what is queued already stays queued.';
}
