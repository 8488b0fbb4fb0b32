import type { Services } from '../../base/context.ts';

const WARNED_EVERY_MS = 60_000;

/** Warnings that a crowd brings about: each is told once a minute at most. */
export class SeldomWarnings {
  #services: Pick<Services, 'clock' | 'log'>;
  #warnedAt = new Map<string, number>();

  constructor(services: Pick<Services, 'clock' | 'log'>) {
    this.#services = services;
  }

  warn(what: string, details: object): void {
    const now = this.#services.clock.now();
    if (now - (this.#warnedAt.get(what) ?? 0) < WARNED_EVERY_MS) return;
    this.#warnedAt.set(what, now);
    this.#services.log.warn(details, what);
  }
}
