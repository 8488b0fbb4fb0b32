import { Button, Checkbox, Group } from '@mantine/core';
import { isScope, SCOPES, type Scope } from '../../../../server/src/base/scopes.ts';
import { ceilingOf } from '../../../../server/src/identity/role-ceiling.ts';
import { useOrganization } from '../../organization.tsx';
import { roleWords } from '../../roles.ts';
import classes from './keys.module.css';

const ALL = Object.keys(SCOPES).filter(isScope);

interface ScopePickerProps {
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  error: string | undefined;
}

/** Offers the scopes by name beside their plain words; those above the person's role are shown but not offered. */
export function ScopePicker({ value, onChange, error }: ScopePickerProps) {
  const { role } = useOrganization();
  const ceiling = ceilingOf(role);
  const available = ALL.filter((scope) => ceiling.has(scope));
  const readOnly = available.filter((scope) => scope.endsWith(':read'));
  return (
    <Checkbox.Group
      label="Scopes"
      description="What the key may do. Give it what its task needs and no more."
      value={[...value]}
      onChange={(chosen) => onChange(chosen.filter(isScope))}
      error={error}
    >
      <Group gap={6} mt={8}>
        <Button size="compact-xs" variant="default" onClick={() => onChange(readOnly)}>
          Read only
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => onChange(available)}>
          All available
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => onChange([])}>
          None
        </Button>
      </Group>
      <div className={classes.picker}>
        {ALL.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            size="sm"
            disabled={!ceiling.has(scope)}
            classNames={{ root: classes.choice, labelWrapper: classes.choiceLabel }}
            label={
              <ScopeWords
                scope={scope}
                note={ceiling.has(scope) ? null : `Not available to your role (${roleWords({ role })})`}
              />
            }
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function ScopeWords({ scope, note }: { scope: Scope; note: string | null }) {
  return (
    <span className={classes.choiceWords} data-unavailable={note === null ? undefined : true}>
      <span>{SCOPES[scope]}</span>
      <code className={classes.scopeName}>{scope}</code>
      {note && <span className={classes.unavailable}>{note}</span>}
    </span>
  );
}
