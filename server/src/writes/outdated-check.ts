/** Thrown where what was looked through before anything was locked has changed since: it is looked through again. */
export class OutdatedCheck extends Error {}
