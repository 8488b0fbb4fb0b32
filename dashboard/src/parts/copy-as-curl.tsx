import { Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { Endpoint } from '../call.ts';
import { curlOf } from '../curl.ts';
import { CheckIcon, CopyIcon } from './icons.tsx';

interface CopyAsCurlProps<Input extends object> {
  /** The operation whose data the page shows; one that keys can call. */
  endpoint: Endpoint<Input, unknown>;
  input: Input;
  /** In the head of a section. */
  small?: boolean;
}

const SAID_FOR_MS = 2_000;

/** Copies the request that a program would send for what the page shows. */
export function CopyAsCurl<Input extends object>({ endpoint, input, small = false }: CopyAsCurlProps<Input>) {
  const [said, setSaid] = useState<'copied' | 'failed'>();

  async function copy() {
    const done = await curlOf(endpoint.route, input)
      .then((text) => navigator.clipboard.writeText(text))
      .then(() => 'copied' as const)
      .catch(() => 'failed' as const);
    setSaid(done);
    setTimeout(() => setSaid(undefined), SAID_FOR_MS);
  }

  return (
    <Tooltip label="The same data through the API, with the key in $SLUICE_API_KEY">
      <Button
        variant="default"
        size={small ? 'xs' : 'sm'}
        leftSection={said === 'copied' ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
        onClick={copy}
        aria-live="polite"
      >
        {WORDS[said ?? 'ready']}
      </Button>
    </Tooltip>
  );
}

const WORDS = { ready: 'Copy as curl', copied: 'Copied', failed: 'Could not copy' };
