import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { NotificationProvider } from '../notifications/notifications.tsx';
import { useMe } from '../organization.tsx';
import { MenuIcon } from '../parts/icons.tsx';
import { Mark } from '../parts/mark.tsx';
import { Search } from '../search/search-dialog.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** What surrounds every page of a signed-in person: navigation at the left, or in a drawer where there is no room. */
export function Shell() {
  const [opened, drawer] = useDisclosure(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    drawer.close();
    main.current?.focus({ preventScroll: true });
  }, [pathname, drawer.close]);

  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <TopBar onMenu={drawer.open} opened={opened} />
      <aside className={classes.side}>
        <Sidebar />
      </aside>
      <Drawer.Root opened={opened} onClose={drawer.close} size={288} padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Navigation">
          <Drawer.Body className={classes.drawerBody}>
            <Sidebar />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <NotificationProvider>
          <Outlet />
          <Search />
        </NotificationProvider>
      </main>
    </div>
  );
}

function TopBar({ onMenu, opened }: { onMenu: () => void; opened: boolean }) {
  const { org } = useParams({ strict: false });
  const { organizations } = useMe();
  const name = organizations.find(({ slug }) => slug === org)?.name ?? 'Sluice';
  return (
    <nav aria-label="Top bar" className={classes.top}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onMenu}
        aria-label="Navigation"
        aria-expanded={opened}
      >
        <MenuIcon size={20} />
      </ActionIcon>
      <span className={classes.topName}>{name}</span>
      <Link to="/" aria-label="Sluice, start page" className={classes.topMark}>
        <Mark size={24} />
      </Link>
    </nav>
  );
}
