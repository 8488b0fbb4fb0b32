import { UnstyledButton } from '@mantine/core';
import { SearchIcon } from '../parts/icons.tsx';
import classes from './search-dialog.module.css';
import { openSearch } from './search-dialog.tsx';

/** The way to the search for whoever does not know its keys. */
export function SearchButton() {
  return (
    <UnstyledButton className={classes.open} onClick={openSearch}>
      <SearchIcon size={15} />
      Find anything
      <kbd>Ctrl K</kbd>
    </UnstyledButton>
  );
}
