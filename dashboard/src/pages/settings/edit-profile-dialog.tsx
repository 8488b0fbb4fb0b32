import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, type BusinessProfile } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { ChangedSince, isSame, movedFrom } from '../../changes/changed-since.tsx';
import { useFieldProblems } from '../../changes/field-problems.ts';
import { useOrganization } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useChange } from '../../queries.ts';
import { Entries } from './profile-entries.tsx';

interface EditProfileDialogProps {
  profile: BusinessProfile;
  onClose: () => void;
}

/** Lets a person correct what is known of the business. */
export function EditProfileDialog({ profile, onClose }: EditProfileDialogProps) {
  const [brand_name, setBrand] = useState(profile.brand_name);
  const [description, setDescription] = useState(profile.description);
  const [products, setProducts] = useState(profile.products);
  const [customers, setCustomers] = useState(profile.ideal_customer_profiles);
  const [competitors, setCompetitors] = useState(profile.competitors);
  const [trust, setTrust] = useState(profile.trust_signals.join('\n'));
  const [places, setPlaces] = useState(profile.target_locations.join('\n'));
  const save = useSave(profile, {
    ...{ brand_name, description, products, competitors },
    ideal_customer_profiles: customers,
    trust_signals: linesOf(trust),
    target_locations: linesOf(places),
  });
  const { problems } = save;

  function submit(event: FormEvent) {
    event.preventDefault();
    problems.forget();
    save.mutate(undefined, { onSuccess: (saved) => saved && onClose(), onError: problems.refuse });
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
          {save.theirs.length > 0 && <ChangedSince what={save.theirs.map((field) => NAMES[field]).join(', ')} />}
          {save.error && <Refused error={save.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={save.same}>
              Save the profile
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

type Fields = Pick<BusinessProfile, keyof typeof NAMES>;

const NAMES = {
  brand_name: 'brand',
  description: 'description',
  products: 'products',
  ideal_customer_profiles: 'ideal customers',
  competitors: 'competitors',
  trust_signals: 'trust signals',
  target_locations: 'target locations',
} as const;
const FIELDS = [
  'brand_name',
  'description',
  'products',
  'ideal_customer_profiles',
  'competitors',
  'trust_signals',
  'target_locations',
] as const;

/**
 * Sends what the person changed. Each list is kept as a whole: where somebody has changed the same meanwhile, nothing is
 * saved before the person was told.
 */
function useSave(profile: BusinessProfile, typed: Fields) {
  const { slug: org } = useOrganization();
  const [opened, setOpened] = useState<Fields>(profile);
  const [theirs, setTheirs] = useState<readonly (keyof Fields)[]>([]);
  const problems = useFieldProblems();
  const change = useChange(api.updateBusinessProfile, [api.getBusinessProfile]);
  const moved = movedFrom(opened, typed);
  const mutation = useMutation<boolean, CallError>({
    async mutationFn() {
      const now: Fields = await call(api.getBusinessProfile, { org });
      const overtaken = FIELDS.filter(
        (field) => field in moved && !isSame(now[field], opened[field]) && !isSame(now[field], typed[field]),
      );
      setTheirs(overtaken);
      if (overtaken.length > 0) {
        // What was told of is not told again: pressed once more, it is saved.
        setOpened({ ...opened, ...Object.fromEntries(overtaken.map((field) => [field, now[field]])) });
        return false;
      }
      await change.mutateAsync({ org, ...moved });
      return true;
    },
  });
  return { ...mutation, problems, theirs, same: Object.keys(moved).length === 0 };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
