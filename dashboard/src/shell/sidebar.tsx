import { Link, useParams } from '@tanstack/react-router';
import { useMe } from '../organization.tsx';
import { organizationPages } from '../pages.ts';
import { Mark } from '../parts/mark.tsx';
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
      <nav aria-label="Organization" className={classes.nav}>
        {current && organizationPages.map((page) => <PageLink key={page.path} page={page} org={current.slug} />)}
      </nav>
      <AccountMenu />
    </div>
  );
}

interface PageLinkProps {
  page: (typeof organizationPages)[number];
  org: string;
}

function PageLink({ page: { path, label, icon: Icon }, org }: PageLinkProps) {
  return (
    <Link to={`/o/$org${path}`} params={{ org }} activeOptions={{ exact: path === '/' }} className={classes.link}>
      <Icon />
      {label}
    </Link>
  );
}
