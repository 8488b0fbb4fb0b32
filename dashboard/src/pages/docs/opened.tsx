import { type ReactNode, useState } from 'react';

/** Something that is opened on demand; it is made when it is first opened. */
export function Opened({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [isMade, setMade] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && setMade(true)}>
      <summary>{summary}</summary>
      {isMade && children}
    </details>
  );
}
