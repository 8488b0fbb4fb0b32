import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { api } from './api.ts';
import { call } from './call.ts';
import { createQueryClient, me, startOver } from './queries.ts';
import { createAppRouter, wayBack } from './router.tsx';
import './styles.css';
import { cssVariables, theme } from './theme.ts';

const queryClient = createQueryClient(askToSignInAgain);
const router = createAppRouter(queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
const nonce = styleNonce();
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** The page's security policy takes styles that carry its nonce alone; dialogs look for it where bundlers put theirs. */
function styleNonce(): string {
  const { nonce = '' } = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]') ?? {};
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}

/**
 * A session that ended while the page was open: who was signed in signs in again and comes back here, unless another tab
 * has signed in meanwhile. As the same person the page goes on, as another it starts over.
 */
async function askToSignInAgain(): Promise<void> {
  const shown = queryClient.getQueryData(me.queryKey);
  if (!shown || router.latestLocation.pathname === '/sign-in') return;
  const now = await call(api.getMe, {}).catch(() => undefined);
  if (now) return now.id === shown.id ? undefined : startOver();
  const { pathname, href } = router.latestLocation;
  if (pathname === '/sign-in') return;
  await router.navigate({ to: '/sign-in', search: wayBack(href) });
  queryClient.clear();
}
