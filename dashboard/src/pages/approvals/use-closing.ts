import { useEffect, useRef, useState } from 'react';
import type { QueuedWrite } from '../../api.ts';

const SHOWN_MS = 12_000;

/** What was waiting a moment ago and was decided meanwhile: it is shown with its end for a while, then it closes. */
export function useClosing(
  open: readonly { id: string }[] | undefined,
  recent: readonly QueuedWrite[] | undefined,
): readonly QueuedWrite[] {
  const seen = useRef(new Set<string>());
  const [closing, setClosing] = useState<readonly QueuedWrite[]>([]);

  useEffect(() => {
    if (!open) return;
    const now = new Set(open.map(({ id }) => id));
    const ended = (recent ?? []).filter(({ id, status }) => status !== 'pending' && seen.current.has(id));
    for (const id of now) seen.current.add(id);
    const fresh = ended.filter(({ id }) => !now.has(id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) seen.current.delete(id);
    setClosing((before) => [...before, ...fresh]);
    // Not cleared with the effect: each closes in its own time, whatever is read again meanwhile.
    setTimeout(() => setClosing((before) => before.filter((one) => !fresh.includes(one))), SHOWN_MS);
  }, [open, recent]);
  return closing;
}
