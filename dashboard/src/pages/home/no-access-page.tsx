import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page, Section } from '../../parts/page.tsx';
import { pageIcons } from '../../parts/page-icons.tsx';
import { Empty } from '../../parts/states.tsx';
import { Invitations } from './invitations.tsx';

/** Shown for an organization that is not open to the person, or does not exist: the two look alike. */
export function NoAccessPage() {
  return (
    <Page title="No access">
      <Invitations />
      <Section flush>
        <Empty
          icon={pageIcons.overview}
          title="This organization is not open to you"
          action={
            <Button variant="default" renderRoot={(props) => <Link {...props} to="/" />}>
              Your organizations
            </Button>
          }
        >
          It may not exist, or you are not a member. One of its Owners can invite you.
        </Empty>
      </Section>
    </Page>
  );
}
