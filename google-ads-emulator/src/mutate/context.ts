import type { JsonObject } from '../json.ts';
import { textAt } from '../json.ts';
import type { Account, Kind } from '../store/account.ts';
import { kindOf } from '../store/account.ts';
import type { Transaction } from '../store/transaction.ts';
import { fail, failRequired } from './operation-failure.ts';

/** What the operations of one mutate request share. */
export class MutateContext {
  readonly account: Account;
  readonly transaction: Transaction;
  readonly takeId: () => string;
  readonly now: number;
  readonly #temporary = new Map<string, string>();
  readonly #temporaryIds = new Set<string>();
  readonly #failed = new Set<string>();
  readonly #touched = new Set<string>();

  constructor(account: Account, transaction: Transaction, takeId: () => string, now: number) {
    this.account = account;
    this.transaction = transaction;
    this.takeId = takeId;
    this.now = now;
  }

  get currency(): string {
    return this.account.facts.currency;
  }

  nameOf(kind: Kind, id: string): string {
    return `customers/${this.account.id}/${kind}/${id}`;
  }

  /** The permanent name behind a temporary one. */
  resolve(name: string): string {
    return this.#temporary.get(name) ?? name;
  }

  /** Reserves the temporary name of a resource about to be created; only negative ids are allowed. */
  claimTemporary(name: string): void {
    const id = /^customers\/\d+\/\w+\/(?:-?\d+~)?(-\d+)$/.exec(name)?.[1];
    const path = ['create', 'resource_name'];
    if (id === undefined) {
      const message = 'Do not set the id field while creating new resources.';
      fail({ newResourceCreationError: 'CANNOT_SET_ID_FOR_CREATE' }, message, path, { trigger: name });
    }
    if (this.#temporaryIds.has(id)) {
      const message = 'Creating more than one resource with the same temp ID is not allowed.';
      fail({ newResourceCreationError: 'DUPLICATE_TEMP_IDS' }, message, path, { trigger: name });
    }
    this.#temporaryIds.add(id);
  }

  bindTemporary(temporary: string, name: string): void {
    this.#temporary.set(temporary, name);
  }

  failTemporary(name: string): void {
    this.#failed.add(name);
  }

  /** Google refuses two changes of one resource in one request. */
  touchOnce(name: string, path: readonly string[]): void {
    if (this.#touched.has(name)) {
      const message = 'Requests cannot contain more than one operation for the same resource.';
      fail({ mutateError: 'ID_EXISTS_IN_MULTIPLE_MUTATES' }, message, path, { trigger: name });
    }
    this.#touched.add(name);
  }

  /** The resource that a new one refers to, which must exist and not be removed. */
  parent(draft: JsonObject, field: string, snakeField: string, kind: Kind): JsonObject {
    const reference = textAt(draft, field);
    const path = ['create', snakeField];
    if (reference === '') return failRequired(path);
    if (this.#failed.has(reference)) {
      const message = 'A temporary ID could not be resolved because the resource that defines it had errors.';
      fail({ newResourceCreationError: 'TEMP_ID_RESOURCE_HAD_ERRORS' }, message, path, { trigger: reference });
    }
    const name = this.resolve(reference);
    const found = kindOf(name) === kind ? this.transaction.get(name) : undefined;
    if (!found) {
      return fail({ mutateError: 'RESOURCE_NOT_FOUND' }, 'Resource was not found.', path, { trigger: reference });
    }
    if (found.status === 'REMOVED') {
      const message = 'The operation is not allowed for removed resources.';
      fail({ operationAccessDeniedError: 'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE' }, message, path);
    }
    draft[field] = name;
    return found;
  }
}
