import { Modal, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useMe } from '../organization.tsx';
import { SearchIcon } from '../parts/icons.tsx';
import { type Found, matchingFinds } from './finds.ts';
import classes from './search-dialog.module.css';
import { useFinds } from './use-finds.ts';

const OPEN_EVENT = 'sluice:search';

/** Opens the search from anywhere, such as a button of the navigation. */
export function openSearch(): void {
  document.dispatchEvent(new Event(OPEN_EVENT));
}

/** Finds anything by its name: Ctrl-K or ⌘K, from every page. */
export function Search() {
  const [opened, setOpened] = useState(false);
  useHotkeys([['mod+K', () => setOpened((before) => !before)]], []);
  useOpening(() => setOpened(true));
  return opened ? <SearchDialog onClose={() => setOpened(false)} /> : null;
}

function SearchDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { org } = useParams({ strict: false });
  const { organizations } = useMe();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const current = organizations.find(({ slug }) => slug === org);
  const found = matchingFinds(useFinds(current, organizations), text);
  const chosen = Math.min(at, found.length - 1);
  const go = (one: Found | undefined) => {
    if (!one) return;
    onClose();
    void navigate({ to: one.to, search: one.search ?? {} });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + found.length) % Math.max(found.length, 1));
    }
    if (event.key === 'Enter') go(found[chosen]);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Find anything"
      size="lg"
      centered={false}
      yOffset="10vh"
      padding="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TextInput
        mt={4}
        role="combobox"
        aria-label="Find pages, campaigns and organizations"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder="A page, a campaign, an organization"
        leftSection={<SearchIcon size={16} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        autoComplete="off"
        data-autofocus
      />
      {/* The field keeps the focus and moves through the list: the options themselves are not tabbed to. */}
      <div role="listbox" id={`${id}-list`} aria-label="Found" className={classes.list}>
        {found.map((one, nth) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          <div
            key={`${one.kind} ${one.to} ${one.label}`}
            id={`${id}-${nth}`}
            role="option"
            tabIndex={-1}
            aria-selected={nth === chosen}
            className={classes.option}
            onClick={() => go(one)}
            onPointerMove={() => setAt(nth)}
          >
            <span className={classes.label}>{one.label}</span>
            <span className={classes.kind}>{one.kind}</span>
          </div>
        ))}
      </div>
      <output className={classes.nothing}>{found.length === 0 && 'Nothing is called that.'}</output>
    </Modal>
  );
}

function useOpening(open: () => void): void {
  useEffect(() => {
    document.addEventListener(OPEN_EVENT, open);
    return () => document.removeEventListener(OPEN_EVENT, open);
  });
}
