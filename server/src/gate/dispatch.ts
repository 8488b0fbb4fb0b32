import type { Caller, OrganizationAccess } from '../base/caller.ts';
import type { CallerContext, Context } from '../base/context.ts';
import type { Transaction } from '../base/database.ts';
import { internalError, Refusal } from '../base/errors.ts';
import { placeOf, placeOfSender } from '../base/holder.ts';
import { newId } from '../base/ids.ts';
import { holdsLongList } from '../base/long-json.ts';
import { type Operation, Streamed } from '../base/operation.ts';
import { isOutage, unreachable } from '../base/outage.ts';
import { lightReads, readsInLine } from '../base/reads-in-line.ts';
import { holdSession } from '../writes/access.ts';
import { checkRole, checkScope, organizationNamed, organizationOfObject, ownOrganization } from './admission.ts';
import { type Answer, answerOf, eventOf, refusalAnswer } from './answer.ts';
import { type Call, type Gate, Progress } from './call.ts';
import { madeInLine, writtenLong } from './long-answers.ts';
import { noting } from './noting.ts';
import { allowanceOf, calledOff, tooManyRequests } from './request-rate.ts';
import { standsUnchanged, watched } from './unchanged-access.ts';
import { answerUnkept } from './unkept.ts';

const MOST_RERUNS = 20;

/**
 * Runs a call: authenticate, rate limit, organization, role, scope, parse, run, audit. The answer leaves only after
 * its event is durable and the access that it stands on was found unchanged; otherwise the call starts over.
 */
export async function dispatch(call: Call, gate: Gate): Promise<Answer> {
  const at = gate.services.clock.now();
  const progress = new Progress(newId('req', at), at);
  try {
    return await settled(call, gate, progress);
  } catch (error) {
    return answerUnkept(asRefusal(error, call, gate, progress), call, gate, progress);
  }
}

async function settled(call: Call, gate: Gate, progress: Progress): Promise<Answer> {
  let answer: Answer | undefined;
  try {
    for (let rerun = 0; rerun <= MOST_RERUNS; rerun += 1) {
      answer ??= await attempt(call, gate, progress);
      const pending = gate.audit.keep(eventOf(call, progress, answer), progress.guard);
      const kept = pending instanceof Promise ? await pending : pending;
      if (kept === 'kept') {
        tellWhatChanged(call, gate, progress, answer);
        return answer;
      }
      if (await standsUnchanged(call, gate, progress)) continue;
      await giveUp(answer);
      answer = undefined;
    }
  } catch (error) {
    // Nobody reads what cannot be kept, so nobody else would end it.
    if (answer) await giveUp(answer);
    throw error;
  }
  if (answer) await giveUp(answer);
  return unsettled(call, gate, progress);
}

async function giveUp({ body }: Answer): Promise<void> {
  if (body instanceof Streamed) await body.end();
}

/** A conflict may have brought something to light; what waits for approval has changed the queue, and nothing else. */
function tellWhatChanged({ operation }: Call, { services }: Gate, progress: Progress, answer: Answer): void {
  const { organization, executed } = progress;
  if (!executed || !organization || (answer.status >= 400 && answer.status !== 409)) return;
  const held = answer.errorCode === 'approval_required';
  services.changes.note(organization.organizationId, held ? ['approvals'] : operation.changes);
}

/** Whoever's own access changes faster than a request can run is told to come back: nothing stands to be answered. */
async function unsettled(call: Call, gate: Gate, progress: Progress): Promise<Answer> {
  const refusal = new Refusal('rate_limited', 'Your access is being changed again and again. Try again in 1 s.', {
    headers: { 'retry-after': '1' },
  });
  const answer = refusalAnswer(refusal, call, gate, progress);
  await gate.audit.keep(eventOf(call, progress, answer), null);
  return answer;
}

async function attempt(call: Call, gate: Gate, progress: Progress): Promise<Answer> {
  try {
    const result = await admitAndRun(call, gate, progress);
    if (result instanceof Streamed) await result.begin();
    return answerOf(call.operation, holdsLongList(result) ? await writtenLong(result) : result, progress);
  } catch (error) {
    return refusalAnswer(asRefusal(error, call, gate, progress), call, gate, progress);
  }
}

async function admitAndRun(call: Call, gate: Gate, progress: Progress): Promise<unknown> {
  const { operation, body } = call;
  const forAnybody = operation.audience === 'public';
  const caller = forAnybody && !call.credential ? undefined : await authenticate(call, gate, progress);
  if (!caller && call.alsoPresented) {
    progress.attribution ??= await gate.authenticator.whose(call.alsoPresented, call.resource);
  }
  if (progress.turn === 'to come') await waitForTurn(call, gate, progress);
  await limitRate(call, gate, progress);
  if (progress.turn === 'called off') throw calledOff();
  if (forAnybody) return runForAnybody(call, gate, progress);
  if (!caller) throw progress.refusal;

  const { organization: source } = operation;
  if (source === 'path') admitTo(organizationNamed(call, caller), operation, progress);
  else checkScope(operation, caller.granted);
  if (source === 'caller' && caller.key) progress.organization = ownOrganization(caller);

  call.precheck?.(caller);
  if (body && !body.here) {
    await body.arrive({ ...placeOf({ ...progress.organization, caller }), personId: caller.personId });
    if (looksUpAfresh(call)) return admitAndRun(call, gate, progress);
  }
  const input = call.input();
  if (source === 'object') {
    const context = contextOf(call, gate, progress, caller);
    admitTo(await organizationOfObject(call, input, caller, context), operation, progress);
  }
  return run(call, input, contextOf(call, gate, progress, caller), progress);
}

/** Whoever waits for their turn may go away meanwhile. */
async function waitForTurn(call: Call, { services }: Gate, progress: Progress): Promise<void> {
  const { caller } = progress;
  const place = placeOfSender(caller, call);
  if (caller) services.turns.atWork.came(place.holder);
  const turn = services.turns.beginnings.begin(place, call.whenGone);
  progress.waited = turn !== undefined;
  progress.turn = !turn || (await turn) ? 'had' : 'called off';
}

function admitTo(organization: OrganizationAccess, operation: Operation, progress: Progress): void {
  progress.organization = organization;
  checkRole(operation, organization);
  checkScope(operation, organization.scopes);
}

/** Whoever calls is only written down: nothing depends on it, so nothing has to guard it. */
async function runForAnybody(call: Call, { services }: Gate, progress: Progress): Promise<unknown> {
  progress.guard = null;
  const { requestId, attributing, caller } = progress;
  const { ip, userAgent, isFromHere } = call;
  const context = {
    ...{ ...services, ...attributing, requestId, ip, userAgent },
    ...(isFromHere && { isFromHere }),
    replaced: caller?.session,
    endWriting: noting(call, progress, services).whereKnown,
  };
  const place = placeOf(context);
  call.precheck?.();
  if (call.body && !call.body.here) await call.body.arrive(place);
  const input = call.input();
  const { operation } = call;
  return operation.run(input, operation.isPreview(input) ? { ...context, ...readsInLine(context, place) } : context);
}

/** What the operation sees: complete once the organization is known. */
function contextOf(
  call: Call,
  gate: Gate,
  progress: Progress,
  caller: Caller,
): CallerContext & Partial<Pick<Context, 'organization' | 'organizationId' | 'db'>> {
  const { services } = gate;
  const { requestId, organization, attributing } = progress;
  return {
    ...services,
    ...attributing,
    requestId,
    ip: call.ip,
    caller: organization ? watched(caller, progress) : caller,
    stillAdmitted: () => admitAgain(call, gate),
    came: { at: progress.at, waited: progress.waited },
    idempotencyKey: call.idempotencyKey,
    db: services.database.hot,
    ...(organization && { organization, organizationId: organization.organizationId }),
  };
}

async function admitAgain(call: Call, { authenticator }: Gate): Promise<void> {
  const identified = await authenticator.identify(call.credential, { live: true, resource: call.resource });
  if ('refusal' in identified) throw identified.refusal;
  if (call.operation.organization !== 'path') return;
  const organization = organizationNamed(call, identified.caller);
  checkRole(call.operation, organization);
  checkScope(call.operation, organization.scopes);
}

/**
 * Reads are guarded by the epochs, guarded writes by their own transaction. What neither guards before it runs, such as
 * all that comes with a session, is looked up afresh, and once more after its body was waited for.
 */
function looksUpAfresh({ operation, credential }: Call): boolean {
  return operation.kind !== 'read' && (!operation.confirmsAccess || credential?.kind === 'session');
}

/**
 * What changes something may wait for a locked row, so it never runs on the connections that everybody shares. It must
 * not run twice either: once it can, its own transaction guards it, not the epochs. What a guarded write answers before
 * it has come that far, such as an answer given before, is guarded like a read.
 */
function run(call: Call, input: unknown, context: CallerContext, progress: Progress): Promise<unknown> {
  const { operation } = call;
  const accessConfirmed = () => {
    progress.guard = null;
  };
  const place = placeOf(context);
  if (operation.isPreview(input)) {
    const reads = operation.weight === 'light' ? lightReads(context, place) : readsInLine(context, place);
    const make = () => operation.run(input, { ...context, ...reads });
    return operation.weight === 'long' ? madeInLine(context, place, make) : make();
  }
  progress.executed = true;
  if (!operation.confirmsAccess) accessConfirmed();
  const { noteBegun, note, whereActedIn: endWriting } = noting(call, progress, context);
  const beginWriting = async (db: Transaction) => {
    await holdSession(context, db);
    await note(db);
  };
  const executing = { ...context, db: context.database, accessConfirmed, noteBegun, beginWriting, endWriting };
  return operation.run(input, executing);
}

async function authenticate(call: Call, gate: Gate, progress: Progress): Promise<Caller | undefined> {
  const { credential, resource } = call;
  const pending = gate.authenticator.identify(credential, { live: looksUpAfresh(call), resource });
  const identified = pending instanceof Promise ? await pending : pending;
  const known = 'caller' in identified;
  progress.caller = known ? identified.caller : undefined;
  progress.refusal = known ? undefined : identified.refusal;
  progress.attribution = known ? undefined : identified.attribution;
  progress.organization = undefined;
  progress.lookedBeyond = false;
  progress.guard = known ? identified.guard : null;
  return progress.caller;
}

/** One request is counted once, whatever it is looked at for again. */
async function limitRate(call: Call, gate: Gate, progress: Progress): Promise<void> {
  const pending = progress.allowance ?? allowanceOf(call, gate, progress);
  progress.allowance = pending instanceof Promise ? await pending : pending;
  const { allowed, retryAfter } = progress.allowance;
  if (!allowed) throw tooManyRequests(retryAfter);
}

function asRefusal(error: unknown, call: Call, gate: Gate, progress: Progress): Refusal {
  if (error instanceof Refusal) return error;
  if (isOutage(error)) {
    gate.outages.note(error, gate.services.clock.now());
    return unreachable(error);
  }
  const { requestId } = progress;
  gate.services.log.error({ err: error, request_id: requestId, operation: call.operation.name }, 'request failed');
  return internalError(requestId);
}
