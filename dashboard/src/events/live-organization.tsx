import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Topic } from '../../../server/src/base/topics.ts';
import { CallError } from '../call.ts';
import { me } from '../queries.ts';
import type { Heard } from './event-source.ts';
import { gather } from './gather.ts';
import classes from './live-organization.module.css';
import { nowAndThen } from './now-and-then.ts';
import { hearTogether } from './one-reader.ts';
import { isOf, showsTopic } from './stale-reads.ts';

/** A stream that comes back within this time was only handed over. */
const NOTICED_AFTER_MS = 6_000;

const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Keeps the pages of an organization up to date with what others change, and says when it cannot. */
export function LiveOrganization({ org, children }: { org: string; children: ReactNode }) {
  const since = useEvents(org);
  return (
    <>
      {since !== null && (
        <output className={classes.offline}>
          <span className={classes.dot} aria-hidden="true" />
          No connection since {times.format(since)}. What you see was loaded before; it is brought up to date as soon as
          the connection is back.
        </output>
      )}
      {children}
    </>
  );
}

/** Reads again what has changed; tells since when nothing has been heard, null while all is well. */
function useEvents(org: string): number | null {
  const queryClient = useQueryClient();
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lost = (at: number) => {
      timer ??= setTimeout(() => setSince(at), Math.max(0, at + NOTICED_AFTER_MS - Date.now()));
    };
    const found = () => {
      clearTimeout(timer);
      timer = undefined;
      setSince(null);
    };
    const readAgain = (shows: (queryKey: readonly unknown[]) => boolean) =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => shows(queryKey) });
    const readAll = () => {
      void readAgain((key) => isOf(key[1], org));
      void queryClient.invalidateQueries({ queryKey: me.queryKey });
    };
    const offline = () => setSince((before) => before ?? Date.now());
    const online = () => {
      found();
      readAll();
    };
    const look = async () => {
      void readAgain((key) => isOf(key[1], org));
      try {
        await queryClient.refetchQueries({ queryKey: me.queryKey }, { throwOnError: true });
        found();
      } catch (error) {
        if (error instanceof CallError && error.code === 'unreachable') lost(Date.now());
      }
    };
    const looking = nowAndThen(() => void look());
    const changed = gather<Topic>((topics) => void readAgain((key) => showsTopic(key, org, topics)));
    const hear = (heard: Heard) => {
      if (heard.kind === 'changed') changed.add(heard.topics);
      if (heard.kind === 'lost') lost(heard.since);
      if (heard.kind === 'refused') void queryClient.invalidateQueries({ queryKey: me.queryKey });
      if (heard.kind === 'unheard') looking.begin();
      if (heard.kind !== 'open') return;
      looking.end();
      found();
      readAll();
    };
    const leave = hearTogether(org, hear);
    window.addEventListener('offline', offline);
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('offline', offline);
      window.removeEventListener('online', online);
      changed.stop();
      looking.end();
      clearTimeout(timer);
      leave();
    };
  }, [org, queryClient]);
  return since;
}
