import { Text, TextInput } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import type { ApiOperation, Subject } from '../../openapi.ts';
import { SearchIcon } from '../../parts/icons.tsx';
import classes from './docs.module.css';
import { Method } from './method.tsx';
import { useReadPlace, useShortcut } from './use-places.ts';

interface ContentsProps {
  subjects: readonly Subject[];
  search: string;
  setSearch: (search: string) => void;
}

/** Every operation by what it is about, with a search; the one that is being read is marked. */
export function Contents({ subjects, search, setSearch }: ContentsProps) {
  const ids = subjects.flatMap(({ operations }) => operations.map(({ id }) => id));
  const current = useReadPlace(ids);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  useShortcut(
    '/',
    useCallback(() => field.current?.focus(), []),
  );
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    // By hand, as scrollIntoView would move the page too.
    if (link && list.current) list.current.scrollTop = link.offsetTop - list.current.clientHeight / 2;
  }, [current]);
  return (
    <nav aria-label="Operations" className={classes.contents} ref={list}>
      <TextInput
        ref={field}
        type="search"
        aria-label="Find an operation"
        placeholder="Find an operation ( / )"
        leftSection={<SearchIcon size={16} />}
        className={classes.search}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {subjects.map(({ name, operations }) => (
        <div key={name}>
          <strong>{name}</strong>
          <ul>
            {operations.map(({ id, method, summary }) => (
              <li key={id}>
                <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                  <Method>{method}</Method>
                  {summary}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Text c="dimmed" role="status" size="xs">
        {search.trim() !== '' && (ids.length === 0 ? 'Nothing of that name.' : `${ids.length} found`)}
      </Text>
    </nav>
  );
}

/** Those subjects and operations that hold every word of a search: names, paths, scopes, tools, parameters, codes. */
export function foundIn(subjects: readonly Subject[], search: string): Subject[] {
  const words = search.toLowerCase().split(/\s+/);
  return subjects
    .map((subject) => ({ ...subject, operations: subject.operations.filter((one) => holds(one, subject, words)) }))
    .filter(({ operations }) => operations.length > 0);
}

function holds(operation: ApiOperation, { name }: Subject, words: readonly string[]): boolean {
  const { id, method, path, summary, scope, tool, parameters, body, errors } = operation;
  const members = [...parameters.map((parameter) => parameter.name), ...Object.keys(body?.properties ?? {})];
  const own = errors.map(({ code }) => code);
  const text = [id, method, path, summary, scope, tool, name, ...members, ...own].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
