import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, type Me } from './api.ts';
import { actAs, CallError, call, type Endpoint } from './call.ts';
import { isPassing } from './changes/error-words.ts';
import { useOnceOnly } from './changes/once-only.ts';

const FRESH_MS = 15_000;
const MOST_RETRIES = 2;

/** How a page reads: the answer is kept under the operation's address and input. */
export function reading<Input extends object, Output>(endpoint: Endpoint<Input, Output>, input: Input) {
  return queryOptions<Output, CallError>({
    queryKey: [endpoint.route, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });
}

/**
 * Who is signed in: read before any page but the sign-in page is shown. Where another tab has signed somebody else in,
 * the page starts over: what it shows was read, and what is under way on it was begun, as another person.
 */
export const me = queryOptions<Me, CallError>({
  ...reading(api.getMe, {}),
  queryFn: async ({ client, signal }) => {
    const found = await call(api.getMe, {}, { signal });
    const shown = client.getQueryData(me.queryKey);
    if (shown && shown.id !== found.id) return startOver();
    actAs(found.id);
    return found;
  },
});

/** Nothing goes on until the page is loaded anew. */
export function startOver(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/** What waits for that person to accept or decline. */
export const myInvitations = reading(api.listMyInvitations, {});

type AnyRead = Pick<Endpoint<never, unknown>, 'route'>;

interface ChangeOptions {
  /** The service takes a key for it: whatever is sent again because its outcome is not known is made once. */
  once?: boolean;
}

/** How a page changes something: what it makes stale is named, and read again before the change counts as done. */
export function useChange<Input extends object, Output>(
  endpoint: Endpoint<Input, Output>,
  stale: readonly AnyRead[],
  { once = false }: ChangeOptions = {},
): UseMutationResult<Output, CallError, Input> {
  const queryClient = useQueryClient();
  const onceOnly = useOnceOnly<Output>();
  return useMutation<Output, CallError, Input>({
    mutationFn: (input) =>
      once
        ? onceOnly.send(JSON.stringify(input), (idempotencyKey) => call(endpoint, input, { idempotencyKey }))
        : call(endpoint, input),
    onSuccess: async () => {
      await Promise.all(stale.map(({ route }) => queryClient.invalidateQueries({ queryKey: [route] })));
    },
  });
}

/** Keeps what was read; tries again what failed for no reason of the caller's, and tells when the session is over. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof CallError && error.signedOut) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < MOST_RETRIES && error instanceof CallError && isPassing(error),
      },
    },
  });
}
