import { Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, type OrganizationDetail } from '../../api.ts';
import { formatWords } from '../../format.ts';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useOrganization } from '../../organization.tsx';
import { useChange } from '../../queries.ts';
import { LimitsForm } from './limits-form.tsx';
import classes from './settings.module.css';
import { shownHere, useTakeBack } from './use-take-back.ts';

/** The name and the limits on money; everybody sees them, Owners change them. */
export function OrganizationForm({ organization }: { organization: OrganizationDetail }) {
  const { role } = useOrganization();
  const { plan, currency, adops_team, slug } = organization;
  const isOwner = role === 'owner';
  return (
    <div className={classes.form}>
      <NameForm name={organization.name} isOwner={isOwner} />
      <LimitsForm organization={organization} isOwner={isOwner} />
      <Text size="sm" c="dimmed">
        In addresses it is <code>{slug}</code>. Plan {formatWords(plan)}, every amount in {currency}
        {adops_team && `, looked after by ${adops_team.name}`}.
        {!isOwner && ' Only an Owner can change the name and limits.'}
      </Text>
    </div>
  );
}

function NameForm({ name, isOwner }: { name: string; isOwner: boolean }) {
  const { slug: org } = useOrganization();
  const { notify } = useNotifications();
  const [typed, setTyped] = useState(name);
  const rename = useChange(api.renameOrganization, [api.getOrganization, api.getMe]);
  const takeBack = useTakeBack(({ name: to = name }: { name?: string }) => rename.mutateAsync({ org, name: to }));

  function submit(event: FormEvent) {
    event.preventDefault();
    rename.mutateAsync({ org, name: typed }).then((saved) => {
      const undo = () => takeBack({ before: { name }, made: saved, undone: `It is called ${name} again.` });
      notify({ tone: 'good', title: `Renamed to ${saved.name}`, undo });
    }, shownHere);
  }

  return (
    <form onSubmit={submit} className={classes.row}>
      <TextInput
        label="Name"
        value={typed}
        readOnly={!isOwner}
        error={rename.error?.fieldMessage('name') ?? rename.error?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isOwner && (
        <Button type="submit" variant="default" loading={rename.isPending} disabled={typed.trim() === name}>
          Rename
        </Button>
      )}
    </form>
  );
}
