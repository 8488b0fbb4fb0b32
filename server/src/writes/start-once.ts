import type { Context } from '../base/context.ts';
import type { Verbatim } from '../base/operation.ts';
import type { Scope } from '../base/scopes.ts';
import { confirmAccess } from './access.ts';
import { idempotently, keepAnswer } from './idempotency/idempotency.ts';
import { spendQuota } from './quota/write-quota.ts';

/**
 * Starts work that changes nothing that runs, such as writing a report: in one transaction the caller's access is read
 * again, the work is queued and quota is spent; whoever asks for what is under way already joins it, and spends none. Sent
 * again with the same Idempotency-Key it starts once. It is never held for approval.
 */
export function startOnce<Result>(
  context: Context,
  asked: { operation: string; input: unknown; scope: Scope },
  begin: (context: Context) => Promise<{ result: Result; added: boolean }>,
): Promise<Result | Verbatim> {
  return idempotently(context, asked, () =>
    context.database.transaction(async (db) => {
      const within = { ...context, db };
      await confirmAccess(within, asked.scope);
      const { result, added } = await begin(within);
      if (added) await spendQuota(within, 'document');
      await keepAnswer(within, { underWay: undefined, body: result });
      return result;
    }),
  );
}
