import type { AuditEvent } from './audit.store.ts';

/** So many refusals of a credential in a minute are kept one by one: twice what it may send. */
const MOST_SINGLY = 600;
const ANY_PATH = '*';
const MINUTE = 'YYYY-MM-DDThh:mm'.length;

/** What is known of a credential that the limit refuses. */
interface Refused {
  singly: number;
  /** Those that stand for the rest of the minute, by what was asked for. */
  rest: Map<string, AuditEvent>;
}

/**
 * Counts what a limit refuses of a known credential: whoever goes on against it, with a key that was revoked long ago, say,
 * must not fill the trail of its organization without end.
 */
export class RefusedFlood {
  #minute = '';
  #credentials = new Map<string, Refused>();

  /** The event that stands for this request, counted with others like it; undefined where it is kept for itself. */
  counted(event: AuditEvent): AuditEvent | undefined {
    this.#turnTo(event.at.slice(0, MINUTE));
    const key = credentialOf(event);
    const refused = this.#credentials.get(key) ?? { singly: 0, rest: new Map() };
    this.#credentials.set(key, refused);
    if (refused.singly < MOST_SINGLY) {
      refused.singly += 1;
      return undefined;
    }
    const rest = refused.rest.get(event.operation) ?? { ...event, path: ANY_PATH, ip: null, user_agent: null };
    refused.rest.set(event.operation, rest);
    rest.count = (rest.count ?? 0) + 1;
    return rest;
  }

  /** A request that took its time does not turn the clock back. */
  #turnTo(minute: string): void {
    if (minute <= this.#minute) return;
    this.#minute = minute;
    this.#credentials.clear();
  }
}

function credentialOf({ organization_id, actor_type, user, client, key_prefix, key_last_four }: AuditEvent): string {
  return [organization_id, actor_type, user, client, key_prefix, key_last_four].join('\n');
}
