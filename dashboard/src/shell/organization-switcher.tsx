import { Combobox, UnstyledButton, useCombobox } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { OrganizationOfMe } from '../api.ts';
import { matching } from '../matching.ts';
import { setupPages, workPages } from '../pages.ts';
import { CheckIcon, SelectorIcon } from '../parts/icons.tsx';
import { roleWords } from '../roles.ts';
import classes from './organization-switcher.module.css';

const MOST_SHOWN = 50;
const SEARCH_FROM = 6;

interface OrganizationSwitcherProps {
  organizations: readonly OrganizationOfMe[];
  current: OrganizationOfMe | undefined;
}

/** Moves to the same page of another organization; agencies have hundreds, so it can be searched. */
export function OrganizationSwitcher({ organizations, current }: OrganizationSwitcherProps) {
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
  });
  const found = matching(organizations, search);

  function choose(slug: string) {
    combobox.closeDropdown();
    void navigate({ to: `/o/$org${samePage(pathname)}`, params: { org: slug } });
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      position="bottom-start"
      width={280}
      shadow="md"
      radius="md"
      keepMounted={false}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton className={classes.target} onClick={() => combobox.toggleDropdown()}>
          <span className={classes.names}>
            <span className={classes.name}>{current?.name ?? 'Choose an organization'}</span>
            <span className={classes.role}>{current ? roleWords(current) : `${organizations.length} open to you`}</span>
          </span>
          <SelectorIcon size={16} />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        {organizations.length >= SEARCH_FROM && (
          <Combobox.Search
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              combobox.selectFirstOption();
            }}
            placeholder="Find an organization"
            aria-label="Find an organization"
          />
        )}
        <Combobox.Options className={classes.options} aria-label="Organizations">
          {found.slice(0, MOST_SHOWN).map((organization) => (
            <Choice key={organization.slug} organization={organization} chosen={organization.slug === current?.slug} />
          ))}
          {found.length === 0 && <Combobox.Empty>No organization of that name</Combobox.Empty>}
        </Combobox.Options>
        {found.length > MOST_SHOWN && (
          <Combobox.Footer className={classes.more}>
            {found.length - MOST_SHOWN} more: type to find them
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** What a page shows of one organization does not exist in another, so only its kind is kept. */
function samePage(pathname: string) {
  const [, , , kind] = pathname.split('/');
  return [...workPages, ...setupPages].find(({ path }) => path === `/${kind ?? ''}`)?.path ?? '/';
}

function Choice({ organization, chosen }: { organization: OrganizationOfMe; chosen: boolean }) {
  return (
    <Combobox.Option value={organization.slug} active={chosen} className={classes.option}>
      <span className={classes.names}>
        <span className={classes.name}>{organization.name}</span>
        <span className={classes.role}>{roleWords(organization)}</span>
      </span>
      {chosen && <CheckIcon size={16} />}
    </Combobox.Option>
  );
}
