import classes from './status.module.css';

/** How good or bad a state is; the words say it too, never the colour alone. */
export type Tone = 'good' | 'waiting' | 'bad' | 'over';

interface StatusProps {
  tone: Tone;
  label: string;
  /** What it means, where there is room for it. */
  note?: string;
}

/** A state in a word, with a dot in its tone. */
export function Status({ tone, label, note }: StatusProps) {
  return (
    <span className={classes.status} data-noted={note !== undefined || undefined}>
      <span className={classes.dot} data-tone={tone} aria-hidden="true" />
      {note ? (
        <span>
          {label}
          <span className={classes.note}>{note}</span>
        </span>
      ) : (
        label
      )}
    </span>
  );
}

/** A short neutral mark, such as a role. */
export function Tag({ children, mono = false }: { children: string; mono?: boolean }) {
  return (
    <span className={classes.tag} data-mono={mono || undefined}>
      {children}
    </span>
  );
}
