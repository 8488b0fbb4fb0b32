import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOrganization } from '../../organization.tsx';
import { Page } from '../../parts/page.tsx';
import classes from './settings.module.css';

interface SettingsFrameProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** What surrounds every page of settings: which there are, and the one that is open. */
export function SettingsFrame({ title, description, children }: SettingsFrameProps) {
  const { slug, name } = useOrganization();
  const params = { org: slug };
  return (
    <Page title={title} of={name} description={description}>
      <nav aria-label="Settings" className={classes.tabs}>
        <Link to="/o/$org/settings" params={params} activeOptions={{ exact: true, includeSearch: false }}>
          General
        </Link>
        <Link to="/o/$org/settings/ad-account" params={params}>
          Ad account
        </Link>
        <Link to="/o/$org/settings/business-profile" params={params}>
          Business profile
        </Link>
        <Link to="/o/$org/members" params={params}>
          Members
        </Link>
        <Link to="/o/$org/keys" params={params}>
          API keys
        </Link>
      </nav>
      {children}
    </Page>
  );
}
