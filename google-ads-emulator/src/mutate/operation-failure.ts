import type { ErrorExtras, PathStep } from '../google-error.ts';
import type { ErrorCode } from '../wire.gen.ts';

/** One operation of a mutate refused; its path starts inside the operation. */
export class OperationFailure extends Error {
  readonly errorCode: ErrorCode;
  readonly path: readonly PathStep[];
  readonly extras: ErrorExtras;

  constructor(errorCode: ErrorCode, message: string, path: readonly PathStep[], extras: ErrorExtras) {
    super(message);
    this.errorCode = errorCode;
    this.path = path;
    this.extras = extras;
  }
}

/** Refuses the operation at hand. */
export function fail(
  errorCode: ErrorCode,
  message: string,
  path: readonly PathStep[],
  extras: ErrorExtras = {},
): never {
  throw new OperationFailure(errorCode, message, path, extras);
}

/** Refuses the operation for a field that is missing. */
export function failRequired(path: readonly PathStep[]): never {
  fail({ fieldError: 'REQUIRED' }, 'The required field was not present.', path);
}
