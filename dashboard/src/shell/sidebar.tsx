import { Link, useParams } from '@tanstack/react-router';
import type { OrganizationOfMe } from '../api.ts';
import { useMe } from '../organization.tsx';
import { setupPages, workPages } from '../pages.ts';
import { Mark } from '../parts/mark.tsx';
import { pageIcons } from '../parts/page-icons.tsx';
import { allows } from '../roles.ts';
import { SearchButton } from '../search/search-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import classes from './sidebar.module.css';

/** Where to go: another organization, a page of this one, or out. */
export function Sidebar() {
  const { org } = useParams({ strict: false });
  const { organizations } = useMe();
  const current = organizations.find(({ slug }) => slug === org);
  return (
    <div className={classes.sidebar}>
      <Link to="/" className={classes.brand}>
        <Mark />
        Sluice
      </Link>
      <OrganizationSwitcher organizations={organizations} current={current} />
      <SearchButton />
      <nav aria-label="Organization" className={classes.nav}>
        {current && (
          <>
            <PageLinks pages={workPages} organization={current} />
            <hr className={classes.line} />
            <PageLinks pages={setupPages} organization={current} />
            <a href="/docs" className={classes.link}>
              <pageIcons.docs />
              <span className={classes.label}>Docs</span>
            </a>
          </>
        )}
      </nav>
      <AccountMenu />
    </div>
  );
}

type ListedPage = (typeof workPages)[number] | (typeof setupPages)[number];

interface PageLinksProps {
  pages: readonly ListedPage[];
  organization: OrganizationOfMe;
}

function PageLinks({ pages, organization }: PageLinksProps) {
  const open = pages.filter(({ scope }) => scope === undefined || allows(organization, scope));
  return open.map((page) => <PageLink key={page.path} page={page} org={organization.slug} />);
}

function PageLink({ page: { path, label, icon: Icon, badge: Badge }, org }: { page: ListedPage; org: string }) {
  return (
    <Link to={`/o/$org${path}`} params={{ org }} activeOptions={{ exact: path === '/' }} className={classes.link}>
      <Icon />
      <span className={classes.label}>{label}</span>
      {Badge && <Badge />}
    </Link>
  );
}
