import { Button, Group } from '@mantine/core';

interface ShowMoreProps {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** Below a list that fills its frame. */
  framed?: boolean;
  children: string;
}

/** The way to the next page of a list; nothing where there is none. */
export function ShowMore({ pages, framed = false, children }: ShowMoreProps) {
  if (!pages.hasNextPage) return null;
  const more = (
    <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
      {children}
    </Button>
  );
  return framed ? (
    <Group justify="center" p="md">
      {more}
    </Group>
  ) : (
    <Group>{more}</Group>
  );
}
