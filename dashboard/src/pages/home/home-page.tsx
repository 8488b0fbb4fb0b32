import { Anchor, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { formatWords } from '../../format.ts';
import { matching } from '../../matching.ts';
import { SearchIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { pageIcons } from '../../parts/page-icons.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { Tag } from '../../parts/status.tsx';
import { reading } from '../../queries.ts';
import { roleWords } from '../../roles.ts';
import classes from './home-page.module.css';
import { Invitations } from './invitations.tsx';

/** The start page of people with several organizations: choose one. */
export default function HomePage() {
  const organizations = useQuery(reading(api.listOrganizations, {}));
  return (
    <Page
      title="Organizations"
      description="Everything in Sluice happens inside one organization. Choose where to work."
    >
      <Invitations />
      <Loaded query={organizations} framed skeleton={<RowsSkeleton rows={6} />}>
        {({ organizations }) => (organizations.length === 0 ? <NoOrganization /> : <Choices all={organizations} />)}
      </Loaded>
    </Page>
  );
}

type Row = Answer<typeof api.listOrganizations>['organizations'][number];

function Choices({ all }: { all: readonly Row[] }) {
  const [search, setSearch] = useState('');
  const found = matching(all, search);
  return (
    <>
      {all.length > 1 && (
        <TextInput
          aria-label="Find an organization"
          placeholder={`Find one of ${all.length} organizations`}
          leftSection={<SearchIcon size={16} />}
          maw={360}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Section flush>
        {found.length === 0 ? (
          <Empty icon={SearchIcon} title="No organization of that name">
            Nothing open to you is called “{search}”.
          </Empty>
        ) : (
          <Table verticalSpacing={9} highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Organization</Table.Th>
                <Table.Th visibleFrom="xs">Plan</Table.Th>
                <Table.Th visibleFrom="xs">Currency</Table.Th>
                <Table.Th>Your access</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{found.map(choice)}</Table.Tbody>
          </Table>
        )}
      </Section>
    </>
  );
}

function choice({ slug, name, plan, currency, role }: Row) {
  return (
    <Table.Tr key={slug}>
      <Table.Td className={classes.name}>
        <Anchor renderRoot={(props) => <Link {...props} to="/o/$org/" params={{ org: slug }} />} fw={550} inherit>
          {name}
        </Anchor>
      </Table.Td>
      <Table.Td visibleFrom="xs">{formatWords(plan)}</Table.Td>
      <Table.Td visibleFrom="xs">{currency}</Table.Td>
      <Table.Td>
        <Tag>{roleWords({ role })}</Tag>
      </Table.Td>
    </Table.Tr>
  );
}

function NoOrganization() {
  return (
    <Section flush>
      <Empty icon={pageIcons.overview} title="No organization is open to you yet">
        An Owner of your organization can invite you under Members, with the email address of your account. The
        invitation then waits for you on this page.
      </Empty>
    </Section>
  );
}
