import { formatDate } from '../../format.ts';
import { KeyActions } from './key-actions.tsx';
import { Expiry, KeyStatus } from './key-row.tsx';
import { type KeyItemProps, keyDigits } from './key-state.ts';
import classes from './keys.module.css';
import { ScopesButton } from './scopes-button.tsx';

/** A key where there is no room for a table. */
export function KeyCard({ apiKey, onAct }: KeyItemProps) {
  const { name, creator, created_at } = apiKey;
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <div className={classes.cardNames}>
          <div className={classes.name}>{name}</div>
          <div className={classes.digits}>{keyDigits(apiKey)}</div>
        </div>
        <KeyActions apiKey={apiKey} onAct={onAct} />
      </div>
      <dl className={classes.cardFacts}>
        <dt>State</dt>
        <dd>
          <KeyStatus apiKey={apiKey} />
        </dd>
        <dt>Scopes</dt>
        <dd>
          <ScopesButton scopes={apiKey.scopes} keyName={name} />
        </dd>
        <dt>Expires</dt>
        <dd>
          <Expiry apiKey={apiKey} />
        </dd>
        <dt>Created</dt>
        <dd>
          {formatDate(created_at)} by {creator.name}
        </dd>
      </dl>
    </article>
  );
}
