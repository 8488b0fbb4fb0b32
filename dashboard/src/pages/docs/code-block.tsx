import { Button } from '@mantine/core';
import { useState } from 'react';
import { CheckIcon, CopyIcon } from '../../parts/icons.tsx';
import classes from './code-block.module.css';

const SAID_FOR_MS = 2_000;

interface CodeBlockProps {
  /** What it is: its title, and what is copied. */
  title: string;
  text: string;
}

/** A text to be copied, such as a request or an answer. */
export function CodeBlock({ title, text }: CodeBlockProps) {
  const [said, setSaid] = useState<'Copied' | 'Could not copy'>();
  async function copy() {
    setSaid(
      await navigator.clipboard.writeText(text).then(
        () => 'Copied' as const,
        () => 'Could not copy' as const,
      ),
    );
    setTimeout(() => setSaid(undefined), SAID_FOR_MS);
  }
  return (
    <figure className={classes.block}>
      <figcaption>
        {title}
        <Button
          size="compact-xs"
          variant="default"
          leftSection={said === 'Copied' ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
          onClick={copy}
          aria-live="polite"
        >
          {said ?? 'Copy'}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
