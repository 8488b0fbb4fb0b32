import { useHotkeys } from '@mantine/hooks';

/** What is open over a page and takes its keys. */
const OVER_THE_PAGE = '[role="dialog"], [role="menu"]';

/** Does something on a key, unless a menu or dialog is open over the page. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useHotkeys(
    Object.entries(keys).map(([key, act]) => [
      key,
      () => {
        if (document.querySelector(OVER_THE_PAGE) === null) act();
      },
    ]),
  );
}
