import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type CampaignParts } from '../../../api.ts';
import type { CallError } from '../../../call.ts';
import { guardedAct } from '../../../changes/act.ts';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { ChangedSince, useChangedSince } from '../../../changes/changed-since.tsx';
import { useFieldProblems } from '../../../changes/field-problems.ts';
import { ProblemList } from '../../../changes/problem-list.tsx';
import { useOrganization } from '../../../organization.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { CloseIcon, PlusIcon } from '../../../parts/icons.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { reading } from '../../../queries.ts';
import { type Place, placesOf, placeWords } from './places.ts';
import classes from './settings-tab.module.css';

const ASKED_AFTER_MS = 300;

interface EditLocationsDialogProps {
  slug: string;
  locations: CampaignParts['locations'];
  onClose: () => void;
}

/** Chooses where a draft is shown: places by name, or the surroundings of a point. */
export function EditLocationsDialog({ slug, locations, onClose }: EditLocationsDialogProps) {
  const { slug: org } = useOrganization();
  const [places, setPlaces] = useState<Place[]>(() => placesOf(locations));
  const [previewed, setPreviewed] = useState(false);
  const problems = useFieldProblems();
  const changed = useChangedSince(placesOf(locations), places) && <ChangedSince what="places" />;
  const change = (next: Place[]) => [problems.forget(), setPlaces(next)];
  const add = (place: Place) => change([...places, place]);
  if (previewed) {
    const words = { label: `Show it in ${places.length} places`, done: 'Locations saved' };
    const act = guardedAct(api.setLocations, { org, slug, locations: places }, words);
    const refused = (error: CallError) => [problems.refuse(error), setPreviewed(false)];
    return (
      <ChangeDialog title="Where it is shown" acts={[act]} onRefused={refused} onClose={onClose}>
        {changed}
      </ChangeDialog>
    );
  }
  return (
    <Dialog title="Where it is shown" size="lg" onClose={onClose}>
      <Stack gap="md">
        <ul className={classes.rows}>
          {places.map((place, index) => (
            <li key={JSON.stringify(place)} className={classes.row}>
              <div>
                {placeWords(place)}
                {problems.below(`locations.${index}`).map((problem) => (
                  <Text key={problem} size="xs" c="var(--mantine-color-error)" role="alert">
                    {problem}
                  </Text>
                ))}
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${placeWords(place)}`}
                onClick={() => change(places.toSpliced(index, 1))}
              >
                <CloseIcon size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <FindPlace known={places} onAdd={add} />
        <Radius onAdd={add} />
        {changed}
        <ProblemList problems={problems} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => setPreviewed(true)}>Preview</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function FindPlace({ known, onAdd }: { known: readonly Place[]; onAdd: (place: Place) => void }) {
  const { slug: org } = useOrganization();
  const [words, setWords] = useState('');
  const [query] = useDebouncedValue(words.trim(), ASKED_AFTER_MS);
  const found = useQuery({ ...reading(api.findLocations, { org, query }), enabled: query !== '' });
  const isKnown = (id: string) => known.some((place) => place.kind === 'location' && place.geo_target_id === id);
  const fresh = (found.data?.locations ?? []).filter(({ geo_target_id }) => !isKnown(geo_target_id));
  return (
    <div>
      <TextInput
        data-autofocus
        label="Add a place"
        placeholder="A city, region or country"
        value={words}
        onChange={({ currentTarget: { value } }) => setWords(value)}
      />
      {found.error && <Notice tone="warning">{found.error.message}</Notice>}
      {query !== '' && found.data && fresh.length === 0 && (
        <Text size="sm" c="dimmed" component="output">
          No other place of that name.
        </Text>
      )}
      <ul className={classes.rows}>
        {query !== '' &&
          fresh.map(({ geo_target_id, name, type }) => (
            <li key={geo_target_id}>
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<PlusIcon size={14} />}
                onClick={() => onAdd({ kind: 'location', name, geo_target_id })}
              >
                {name} ({type})
              </Button>
            </li>
          ))}
      </ul>
    </div>
  );
}

function Radius({ onAdd }: { onAdd: (place: Place) => void }) {
  const [name, setName] = useState('');
  const [latitude, setLatitude] = useState<number | string>('');
  const [longitude, setLongitude] = useState<number | string>('');
  const [radius, setRadius] = useState<number | string>(20);
  const complete = name.trim() !== '' && latitude !== '' && longitude !== '' && radius !== '';
  return (
    <details>
      <summary>Add the surroundings of a point</summary>
      <div className={classes.fields}>
        <TextInput
          size="xs"
          label="What is there"
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <NumberInput size="xs" label="Latitude" min={-90} max={90} value={latitude} onChange={setLatitude} />
        <NumberInput size="xs" label="Longitude" min={-180} max={180} value={longitude} onChange={setLongitude} />
        <NumberInput size="xs" label="Radius in km" min={1} max={800} value={radius} onChange={setRadius} />
      </div>
      <Button
        mt="xs"
        size="compact-sm"
        variant="default"
        disabled={!complete}
        onClick={() =>
          onAdd({
            kind: 'radius',
            name: name.trim(),
            latitude: Number(latitude),
            longitude: Number(longitude),
            radius_km: Number(radius),
          })
        }
      >
        Add
      </Button>
    </details>
  );
}
