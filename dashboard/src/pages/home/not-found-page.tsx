import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SearchIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import classes from './home-page.module.css';

/** Shown for an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Page title="Not found">
      <Section flush>
        <Empty
          icon={SearchIcon}
          title="There is no such page"
          action={
            <Button variant="default" renderRoot={(props) => <Link {...props} to="/" />}>
              Go to the start page
            </Button>
          }
        >
          The address may be mistyped, or the page has moved.
        </Empty>
      </Section>
    </Page>
  );
}

/** The same where no navigation surrounds it. */
export function LostPage() {
  return (
    <main className={classes.lost}>
      <NotFoundPage />
    </main>
  );
}
