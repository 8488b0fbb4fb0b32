import { Popover, UnstyledButton } from '@mantine/core';
import { SCOPES } from '../../../../server/src/base/scopes.ts';
import type { ApiKey } from '../../api.ts';
import classes from './keys.module.css';

const ALL = Object.keys(SCOPES).length;

/** How many scopes a key has; all of them, with their plain words, on demand. */
export function ScopesButton({ scopes, keyName }: { scopes: ApiKey['scopes']; keyName: string }) {
  const words = scopes.length === ALL ? `All ${ALL}` : `${scopes.length} of ${ALL}`;
  return (
    <Popover width={340} shadow="md" radius="md" position="bottom-start" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.scopesButton} aria-label={`${words} scopes of ${keyName}`}>
          {words}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown tabIndex={0} className={classes.scopesPopover}>
        <ul className={classes.scopesList}>
          {scopes.map((scope) => (
            <li key={scope}>
              <code className={classes.scopeName}>{scope}</code>
              <span className={classes.scopeWords}>{SCOPES[scope]}</span>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
