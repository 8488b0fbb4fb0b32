/** Structured logging, as pino does it; secrets are redacted where the logger is made. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
  child(bindings: object): Log;
}
