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

/** A session that ended while the page was open: who was signed in signs in again and comes back here. */
async function askToSignInAgain(): Promise<void> {
  const wasSignedIn = queryClient.getQueryData(me.queryKey) !== undefined;
  const { pathname, href } = router.latestLocation;
  if (!wasSignedIn || pathname === '/sign-in') return;
  await router.navigate({ to: '/sign-in', search: wayBack(href) });
  queryClient.clear();
}
