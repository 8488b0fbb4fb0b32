import { Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, type OrganizationDetail } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { errorWords } from '../../changes/error-words.ts';
import { formatWords } from '../../format.ts';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useOrganization } from '../../organization.tsx';
import { useChange } from '../../queries.ts';
import { LimitsForm } from './limits-form.tsx';
import classes from './settings.module.css';
import { useTakeBack } from './use-take-back.ts';

/**
 * The name and the limits on money; everybody sees them, Owners change them. Each begins anew when another is read, and
 * leaves what is being typed in the other.
 */
export function OrganizationForm({ organization }: { organization: OrganizationDetail }) {
  const { role } = useOrganization();
  const { plan, currency, adops_team, slug, max_spend, api_budget_change_limit_pct } = organization;
  const isOwner = role === 'owner';
  return (
    <div className={classes.form}>
      <NameForm key={organization.name} name={organization.name} isOwner={isOwner} />
      <LimitsForm
        key={JSON.stringify([max_spend, api_budget_change_limit_pct])}
        organization={organization}
        isOwner={isOwner}
      />
      <Text size="sm" c="dimmed">
        In addresses it is <code>{slug}</code>. Plan {formatWords(plan)}, every amount in {currency}
        {adops_team && `, looked after by ${adops_team.name}`}.
        {!isOwner && ' Only an Owner can change the name and limits.'}
      </Text>
    </div>
  );
}

function NameForm({ name, isOwner }: { name: string; isOwner: boolean }) {
  const [typed, setTyped] = useState(name);
  const { known, save } = useRename(name, typed.trim());
  const told = known !== name && `Somebody has renamed it to ${known}. Press once more to call it as you wrote.`;

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <form onSubmit={submit} className={classes.row}>
      <TextInput
        label="Name"
        value={typed}
        readOnly={!isOwner}
        error={save.error?.fieldMessage('name') ?? (save.error ? errorWords(save.error) : told)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isOwner && (
        <Button type="submit" variant="default" loading={save.isPending} disabled={typed.trim() === known}>
          Rename
        </Button>
      )}
    </form>
  );
}

/** The page may not have heard of a new name: it is told before it is replaced, and is the one that comes back. */
function useRename(opened: string, to: string) {
  const { slug: org } = useOrganization();
  const { notify } = useNotifications();
  const [known, setKnown] = useState(opened);
  const rename = useChange(api.renameOrganization, [api.getOrganization, api.getMe]);
  const takeBack = useTakeBack(({ name = opened }: { name?: string }) => rename.mutateAsync({ org, name }));
  const save = useMutation<void, CallError>({
    async mutationFn() {
      const now = await call(api.getOrganization, { org });
      if (now.name !== known && now.name !== to) return setKnown(now.name);
      const { name, before } = await rename.mutateAsync({ org, name: to });
      const undo = () => takeBack({ before, made: { name }, undone: `It is called ${before.name} again.` });
      notify({ tone: 'good', title: `Renamed to ${name}`, ...(before.name !== name && { undo }) });
    },
  });
  return { known, save };
}
