import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient, me } from './queries.ts';
import { createAppRouter, wayBack } from './router.tsx';
import './styles.css';
import { cssVariables, theme } from './theme.ts';

const queryClient = createQueryClient(askToSignInAgain);
const router = createAppRouter(queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** A session that ended while the page was open: who was signed in signs in again and comes back here. */
async function askToSignInAgain(): Promise<void> {
  const wasSignedIn = queryClient.getQueryData(me.queryKey) !== undefined;
  const { pathname, href } = router.latestLocation;
  if (!wasSignedIn || pathname === '/sign-in') return;
  await router.navigate({ to: '/sign-in', search: wayBack(href) });
  queryClient.clear();
}
