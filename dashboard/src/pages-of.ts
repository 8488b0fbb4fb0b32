import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type CallError, call, type Endpoint } from './call.ts';

interface Paged {
  next_cursor: string | null;
}

/** A list that is read page by page, as a page shows it. */
export type PagesOf<Output> = UseInfiniteQueryResult<InfiniteData<Output, string>, CallError>;

/** Reads a list page by page; kept like any read, and read again as far as it was. */
export function usePages<Input extends { cursor?: string | undefined }, Output extends Paged>(
  endpoint: Endpoint<Input, Output>,
  input: NoInfer<Input>,
): PagesOf<Output> {
  return useInfiniteQuery<Output, CallError, InfiniteData<Output, string>, readonly unknown[], string>({
    queryKey: [endpoint.route, input, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, pageParam === '' ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
