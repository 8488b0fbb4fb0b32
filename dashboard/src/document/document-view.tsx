import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { DownloadIcon, PrintIcon } from '../parts/icons.tsx';
import classes from './document.module.css';
import { Markdown } from './markdown.tsx';
import { completenessOf, type DocumentSection, type ParsedDocument } from './parse.ts';

interface DocumentViewProps {
  document: ParsedDocument;
  /** When it was written and about what, in words. */
  asOf: ReactNode;
}

/** A long text to be read: what it is as of, how complete, its contents beside it, its charts in place. */
export function DocumentView({ document, asOf }: DocumentViewProps) {
  const completeness = completenessOf(document);
  return (
    <div className={classes.layout}>
      <article className={classes.document}>
        <p className={classes.about}>
          {asOf}
          {completeness && (
            <>
              {' '}
              <span className={classes.complete}>{completeness.words}</span>{' '}
              <a href={`#${completeness.id}`}>How complete this is</a>
            </>
          )}
        </p>
        <Markdown tokens={document.opening} />
        {document.sections.map((section) => (
          <Part key={section.id} section={section} />
        ))}
      </article>
      <Contents sections={document.sections} />
    </div>
  );
}

function Part({ section: { id, title, blocks } }: { section: DocumentSection }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.part}>
      <h2 id={`${id}-title`}>{title}</h2>
      <Markdown tokens={blocks} />
    </section>
  );
}

function Contents({ sections }: { sections: readonly DocumentSection[] }) {
  const hasRoom = useMediaQuery('(min-width: 62em)', true);
  return (
    <nav aria-label="Contents" className={classes.contents}>
      <details open={hasRoom}>
        <summary>Contents</summary>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

interface DocumentActionsProps {
  markdown: string;
  fileName: string;
  /** What else can be done. */
  children?: ReactNode;
}

/** Takes the text away: on paper, or as the markdown that it is. */
export function DocumentActions({ markdown, fileName, children }: DocumentActionsProps) {
  return (
    <Group gap="xs">
      {children}
      <Button variant="default" leftSection={<PrintIcon size={16} />} onClick={() => print()}>
        Print
      </Button>
      <Button
        variant="default"
        leftSection={<DownloadIcon size={16} />}
        onClick={() => saveFile(fileName, markdown, 'text/markdown')}
      >
        Download
      </Button>
    </Group>
  );
}

/** Lets the browser save a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
