import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { CallError } from './call.ts';
import { OrganizationPages } from './organization.tsx';
import { LostPage, NotFoundPage } from './pages/home/not-found-page.tsx';
import { type LoadPage, setupPages, workPages } from './pages.ts';
import { Page, Section } from './parts/page.tsx';
import { Failure } from './parts/states.tsx';
import { me, myInvitations } from './queries.ts';
import { Shell } from './shell/shell.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  errorComponent: Broken,
  notFoundComponent: LostPage,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {}),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx')),
});

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyRouteComponent(() => import('./pages/sign-in/forgotten-password-page.tsx')),
});

const choosePassword = createRoute({
  getParentRoute: () => root,
  path: '/choose-password/$token',
  component: lazyRouteComponent(() => import('./pages/sign-in/choose-password-page.tsx')),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$token',
  component: lazyRouteComponent(() => import('./pages/sign-in/join-page.tsx')),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  errorComponent: Broken,
  beforeLoad: ({ context, location }) => signedInFirst(context.queryClient, location.href),
});

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect/$uid',
  errorComponent: Broken,
  beforeLoad: ({ context, location }) => signedInFirst(context.queryClient, location.href),
  component: lazyRouteComponent(() => import('./pages/connect/connect-page.tsx')),
});

const apiReference = createRoute({
  getParentRoute: () => root,
  path: '/docs/api',
  component: lazyRouteComponent(() => import('./pages/docs/api-reference-page.tsx')),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { organizations } = await context.queryClient.ensureQueryData(me);
    const [only, ...others] = organizations;
    if (!only || others.length > 0) return;
    const { invitations } = await context.queryClient.ensureQueryData(myInvitations);
    if (invitations.length === 0) throw redirect({ to: '/o/$org/', params: { org: only.slug } });
  },
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx')),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx')),
});

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/o/$org',
  // Filters, orders and dates have addresses: each page reads its own of them with `useAddress`.
  validateSearch: (search: Record<string, unknown>) => search,
  component: OrganizationPages,
});

const listed = [...workPages, ...setupPages].map(({ path, load }) => page(path, load));

/** Pages below those of the navigation: what their addresses name is read with `useParams`. */
const inner = [
  page('/campaigns/$slug', () => import('./pages/campaigns/detail/campaign-page.tsx')),
  page('/campaigns/$slug/$tab', () => import('./pages/campaigns/detail/campaign-page.tsx')),
  page('/reports/$type/$reportId', () => import('./pages/reports/report-page.tsx')),
  page('/strategies/$strategyId', () => import('./pages/strategy/strategy-page.tsx')),
  page('/settings/ad-account', () => import('./pages/settings/ad-account-page.tsx')),
  page('/settings/business-profile', () => import('./pages/settings/business-profile-page.tsx')),
];

function page<const Path extends `/${string}`>(path: Path, load: LoadPage) {
  return createRoute({ getParentRoute: () => organization, path, component: lazyRouteComponent(load) });
}

const routeTree = root.addChildren([
  signIn,
  forgotten,
  choosePassword,
  join,
  connect,
  apiReference,
  signedIn.addChildren([home, account, organization.addChildren([...listed, ...inner])]),
]);

/** The addresses of the dashboard; what needs a person who is signed in asks for that first. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
  });
}

/** Whoever is not signed in does that first, and comes back. */
async function signedInFirst(queryClient: QueryClient, href: string): Promise<void> {
  const found = await queryClient.ensureQueryData(me).catch((error: unknown) => error);
  if (!(found instanceof Error)) return;
  throw found instanceof CallError && found.signedOut ? redirect({ to: '/sign-in', search: wayBack(href) }) : found;
}

/** Where to return after signing in; the start page needs no mention. */
export function wayBack(href: string): { to?: string } {
  return href === '/' ? {} : { to: href };
}

function Broken({ error }: ErrorComponentProps) {
  const router = useRouter();
  const known =
    error instanceof CallError
      ? error
      : new CallError('internal_error', 'Something on this page failed. Reloading it usually helps.', [], null);
  return (
    <Page title="Sluice">
      <Section flush>
        <Failure error={known} retry={() => (error instanceof CallError ? router.invalidate() : location.reload())} />
      </Section>
    </Page>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
