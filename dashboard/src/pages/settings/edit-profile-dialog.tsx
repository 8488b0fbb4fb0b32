import { ActionIcon, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, type BusinessProfile } from '../../api.ts';
import { useFieldProblems } from '../../changes/field-problems.ts';
import { useOrganization } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { CloseIcon, PlusIcon } from '../../parts/icons.tsx';
import { useChange } from '../../queries.ts';
import classes from './settings.module.css';

interface EditProfileDialogProps {
  profile: BusinessProfile;
  onClose: () => void;
}

/** Lets a person correct what is known of the business. */
export function EditProfileDialog({ profile, onClose }: EditProfileDialogProps) {
  const { slug: org } = useOrganization();
  const [brand_name, setBrand] = useState(profile.brand_name);
  const [description, setDescription] = useState(profile.description);
  const [products, setProducts] = useState(profile.products);
  const [customers, setCustomers] = useState(profile.ideal_customer_profiles);
  const [competitors, setCompetitors] = useState(profile.competitors);
  const [trust, setTrust] = useState(profile.trust_signals.join('\n'));
  const [places, setPlaces] = useState(profile.target_locations.join('\n'));
  const save = useChange(api.updateBusinessProfile, [api.getBusinessProfile]);
  const problems = useFieldProblems();

  function submit(event: FormEvent) {
    event.preventDefault();
    problems.forget();
    save.mutate(
      {
        ...{ org, brand_name, description, products, competitors },
        ideal_customer_profiles: customers,
        trust_signals: linesOf(trust),
        target_locations: linesOf(places),
      },
      { onSuccess: onClose, onError: problems.refuse },
    );
  }

  return (
    <Dialog title="Edit the business profile" size="lg" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            label="Brand"
            value={brand_name}
            error={problems.at('brand_name')}
            onChange={(event) => setBrand(event.currentTarget.value)}
          />
          <Textarea
            label="Description"
            autosize
            minRows={3}
            value={description}
            error={problems.at('description')}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Entries
            title="Products"
            one="product"
            fields={['name', 'description', 'url']}
            rows={products}
            problemAt={(place) => problems.at(`products.${place}`)}
            empty={{ name: '', description: '', url: '' }}
            onChange={setProducts}
          />
          <Entries
            title="Ideal customers"
            one="customer"
            fields={['name', 'description']}
            rows={customers}
            problemAt={(place) => problems.at(`ideal_customer_profiles.${place}`)}
            empty={{ name: '', description: '' }}
            onChange={setCustomers}
          />
          <Entries
            title="Competitors"
            one="competitor"
            fields={['name', 'url']}
            rows={competitors}
            problemAt={(place) => problems.at(`competitors.${place}`)}
            empty={{ name: '', url: '' }}
            onChange={setCompetitors}
          />
          <Textarea
            label="Trust signals"
            description="One a line"
            autosize
            minRows={2}
            value={trust}
            error={problems.below('trust_signals').join('. ') || undefined}
            onChange={(event) => setTrust(event.currentTarget.value)}
          />
          <Textarea
            label="Target locations"
            description="One a line"
            autosize
            minRows={2}
            value={places}
            error={problems.below('target_locations').join('. ') || undefined}
            onChange={(event) => setPlaces(event.currentTarget.value)}
          />
          {save.error && <Refused error={save.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save the profile
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface EntriesProps<Field extends string> {
  title: string;
  one: string;
  fields: readonly Field[];
  rows: Record<Field, string>[];
  /** What was refused of a field, by the number of its entry and its name. */
  problemAt: (place: string) => string | undefined;
  empty: Record<Field, string>;
  onChange: (rows: Record<Field, string>[]) => void;
}

const LABELS: Readonly<Record<string, string>> = { name: 'Name', description: 'Description', url: 'Address' };

/** Entries of one kind, each changed in place, added at the end or taken out. */
function Entries<Field extends string>({ title, one, fields, rows, problemAt, empty, onChange }: EntriesProps<Field>) {
  const change = (at: number, field: Field, value: string) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [field]: value } : row)));
  return (
    <fieldset className={classes.fieldset}>
      <legend>{title}</legend>
      <ul className={classes.list}>
        {rows.map((row, at) => {
          const key = `${at}`;
          return (
            <li key={key} className={classes.entry}>
              <div>
                {fields.map((field) => (
                  <TextInput
                    key={field}
                    size="xs"
                    aria-label={`${LABELS[field]} of ${one} ${at + 1}`}
                    placeholder={LABELS[field]}
                    value={row[field]}
                    error={problemAt(`${at}.${field}`)}
                    onChange={(event) => change(at, field, event.currentTarget.value)}
                  />
                ))}
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Take out ${one} ${at + 1}`}
                onClick={() => onChange(rows.filter((_, index) => index !== at))}
              >
                <CloseIcon size={16} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<PlusIcon size={14} />}
        onClick={() => onChange([...rows, { ...empty }])}
      >
        Add a {one}
      </Button>
    </fieldset>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
