import { ActionIcon, Button, TextInput } from '@mantine/core';
import { CloseIcon, PlusIcon } from '../../parts/icons.tsx';
import classes from './settings.module.css';

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
export function Entries<Field extends string>({
  title,
  one,
  fields,
  rows,
  problemAt,
  empty,
  onChange,
}: EntriesProps<Field>) {
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
