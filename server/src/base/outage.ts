import { Refusal } from './errors.ts';

/**
 * PostgreSQL's codes for lost connections, conflicts between transactions, resources that ran out (connections among them),
 * a disk that fails, an operator's intervention, and a server that is not yet, or no longer, the one to write to.
 */
const STATES = /^(08...|25006|25P03|40001|40P01|53...|57P0.|58030)$/;
const READ_ONLY = '25006';
/** Nobody is reached, for whatever reason: a socket that is not there while the server restarts, or no such name. */
const REACHING = /^(connect|getaddrinfo)$/;
/** How the system says that a connection broke. */
const BROKEN = /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/** The driver tells of a connection that ended, under a statement or before it, or was never made, in words alone. */
const ENDED =
  /^(Connection terminated|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|There was an error establishing an SSL connection)/;

/** Whether an error passes by itself, and what failed can be tried again: the database could not be reached, or stopped. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name that stands for several addresses fails with an error of each.
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  if (ENDED.test(error.message)) return true;
  if ('syscall' in error && REACHING.test(String(error.syscall))) return true;
  return 'code' in error && typeof error.code === 'string' && (STATES.test(error.code) || BROKEN.test(error.code));
}

/**
 * Whether a server said that it is not the one to write to. It answers, and goes on doing so after another has taken its
 * place: the connection to it has to go.
 */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY;
}

/** The change may have been made before the database was gone, or part of it. */
const LOOK_FIRST = 'where something was to be changed, look first whether it was.';

/**
 * Thrown where every connection was taken, or a row locked, for too long. It says nothing of what was asked: where that was
 * part of something larger, the rest may have been done.
 */
export class DatabaseBusy extends Refusal {
  constructor(cause: unknown) {
    const message = `The service has too much to do at the moment. Try again in a few seconds; ${LOOK_FIRST}`;
    super('rate_limited', message, { status: 503, headers: { 'retry-after': '3' }, cause });
  }
}

/** Whether an error says that something may not be: not that it could not be looked at. */
export function isDecided(error: unknown): error is Refusal {
  return error instanceof Refusal && !(error instanceof DatabaseBusy);
}

const RETRY_AFTER_SECONDS = 5;

/** What whoever asks during an outage is told. */
export function unreachable(cause: unknown): Refusal {
  const message = `The service cannot reach its database at the moment. Try again in a few seconds; ${LOOK_FIRST}`;
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
  return new Refusal('rate_limited', message, { status: 503, headers, cause });
}

const TOLD_EVERY_MS = 10_000;

/** Tells the log of an outage once, and again now and then: not for each request that finds it. */
export class OutageLog {
  #tell: (error: unknown, untold: number) => void;
  #silentUntil = 0;
  #untold = 0;

  constructor(tell: (error: unknown, untold: number) => void) {
    this.#tell = tell;
  }

  note(error: unknown, now: number): void {
    if (now < this.#silentUntil) {
      this.#untold += 1;
      return;
    }
    this.#tell(error, this.#untold);
    this.#silentUntil = now + TOLD_EVERY_MS;
    this.#untold = 0;
  }
}
