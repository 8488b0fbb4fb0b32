import { originOf } from '../base/address-group.ts';
import type { AuditEvent } from './audit.store.ts';

/** An address that tries more paths in a minute has the rest of them counted together. */
const MOST_PATHS_OF_ADDRESS = 20;
/** A network that leaves more events in a minute has the rest of its addresses counted together. */
const MOST_EVENTS_OF_NETWORK = 100;
/** Beyond so many events in a minute, addresses are counted together too. */
const MOST_EVENTS = 1_000;
const ANY_PATH = '*';
const MINUTE = 'YYYY-MM-DDThh:mm'.length;

/** Counts the requests of nobody: one event for each address, path, minute and outcome, and only so many of them. */
export class Tally {
  #minute = '';
  #events = new Map<string, AuditEvent>();
  #paths = new Map<string, number>();
  #ofNetworks = new Map<string, number>();

  /** The event that stands for this request and for those like it; it was counted. */
  count(event: AuditEvent): AuditEvent {
    this.#turnTo(event.at.slice(0, MINUTE));
    const counted = this.#events.get(keyOf(event)) ?? this.#begin(event);
    counted.count = (counted.count ?? 0) + 1;
    return counted;
  }

  /** A request that took its time does not turn the clock back. */
  #turnTo(minute: string): void {
    if (minute <= this.#minute) return;
    this.#minute = minute;
    this.#events.clear();
    this.#paths.clear();
    this.#ofNetworks.clear();
  }

  #begin(event: AuditEvent): AuditEvent {
    const begun = this.#narrowed(event);
    const key = keyOf(begun);
    const known = this.#events.get(key);
    if (known) return known;
    this.#events.set(key, begun);
    return begun;
  }

  #narrowed(event: AuditEvent): AuditEvent {
    if (this.#events.size >= MOST_EVENTS) return { ...event, path: ANY_PATH, ip: null, user_agent: null };
    const { origin: address, network } = originOf(event.ip ?? '');
    const paths = this.#paths.get(address) ?? 0;
    if (paths >= MOST_PATHS_OF_ADDRESS) return { ...event, path: ANY_PATH, user_agent: null };
    const ofNetwork = this.#ofNetworks.get(network) ?? 0;
    if (ofNetwork >= MOST_EVENTS_OF_NETWORK) return { ...event, path: ANY_PATH, ip: network, user_agent: null };
    this.#paths.set(address, paths + 1);
    this.#ofNetworks.set(network, ofNetwork + 1);
    return { ...event };
  }
}

function keyOf({ ip, path, operation, status_code, error_code }: AuditEvent): string {
  return [ip, operation, status_code, error_code, path].join('\n');
}
