import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SearchIcon } from '../../parts/icons.tsx';
import { Empty } from '../../parts/states.tsx';

/** Shown for an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Empty
      icon={SearchIcon}
      title="There is no such page"
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/" />}>
          Go to the start page
        </Button>
      }
    >
      <title>Not found · Sluice</title>
      The address may be mistyped, or the page has moved.
    </Empty>
  );
}
