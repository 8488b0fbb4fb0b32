import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type CallError, call, type Endpoint } from './call.ts';

interface Paged {
  next_cursor: string | null;
}

/** A list that is read page by page, as a page shows it. */
export type PagesOf<Output> = UseInfiniteQueryResult<InfiniteData<Output, string>, CallError>;

interface PagesOptions<Output> {
  /** What was shown stays until what a new filter finds is there. */
  keepsShown?: boolean;
  /** How soon it is read again while this page holds something that is under way. */
  againAfterMs?: number;
  isUnderWay?: (page: Output) => boolean;
}

/** Reads a list page by page; kept like any read, and read again as far as it was. */
export function usePages<Input extends { cursor?: string | undefined }, Output extends Paged>(
  endpoint: Endpoint<Input, Output>,
  input: NoInfer<Input>,
  { keepsShown = false, againAfterMs = 0, isUnderWay = () => false }: PagesOptions<Output> = {},
): PagesOf<Output> {
  return useInfiniteQuery<Output, CallError, InfiniteData<Output, string>, readonly unknown[], string>({
    queryKey: [endpoint.route, input, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, pageParam === '' ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(isUnderWay) ? againAfterMs : false),
    ...(keepsShown && { placeholderData: keepPreviousData }),
  });
}
