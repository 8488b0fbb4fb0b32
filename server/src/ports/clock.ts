/** Where time comes from: everything that expires can be tested by turning it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Set where a machine keeps it: such a clock is compared with the database's. One that is turned by hand is right. */
  readonly mayBeWrong?: true;
}
