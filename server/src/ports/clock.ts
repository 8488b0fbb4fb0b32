/** Where time comes from: everything that expires can be tested by turning it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
