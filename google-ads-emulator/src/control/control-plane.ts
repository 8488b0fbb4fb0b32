import type { OperationQuota } from '../api/quota.ts';
import { DAY_MS, dateOfDay, dayOfDate } from '../clock.ts';
import type { Call } from '../http/call.ts';
import { json, type Reply } from '../http/reply.ts';
import type { JsonObject } from '../json.ts';
import { isObject, numberAt, parseJson, textAt } from '../json.ts';
import type { PerformanceModels } from '../metrics/models.ts';
import type { World } from '../store/world.ts';
import { EXTERNAL_FIELDS, externalEdit, isExternalField } from './external-edit.ts';
import { FAULT_KINDS, type Fault, type Faults } from './faults.ts';
import { groundTruth } from './ground-truth.ts';
import { worldState } from './state.ts';
import { trueTotals } from './totals.ts';
import type { WireLog } from './wire-log.ts';

/** What the control plane steers. */
export interface ControlParts {
  world: World;
  models: PerformanceModels;
  faults: Faults;
  quota: OperationQuota;
  log: WireLog;
}

/** Everything under `/_emulator/`: it exists on no real Google server, and only on this machine. */
export class ControlPlane {
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  handle(call: Call): Reply {
    if (!isLocal(call)) return json(403, { error: 'The control plane answers on this machine only.' });
    const body = call.body === '' ? {} : parseJson(call.body);
    if (!isObject(body)) return json(400, { error: 'The body must be a JSON object.' });
    switch (`${call.method} ${call.path.slice('/_emulator'.length)}`) {
      case 'POST /faults':
        return this.#addFault(body);
      case 'DELETE /faults':
        this.#parts.faults.clear();
        return json(200, { faults: [] });
      case 'GET /faults':
        return json(200, { faults: this.#parts.faults.waiting });
      case 'POST /external-edit':
        return this.#externalEdit(body);
      case 'POST /clock':
        return this.#advance(body);
      case 'POST /revoke':
        return this.#suspend(body, true);
      case 'POST /restore':
        return this.#suspend(body, false);
      case 'GET /state':
        return json(200, worldState(this.#parts));
      case 'GET /requests':
        return json(200, { requests: this.#parts.log.entries });
      case 'DELETE /requests':
        this.#parts.log.clear();
        return json(200, { requests: [] });
      case 'GET /totals':
        return this.#totals(call);
      case 'GET /ground-truth':
        return this.#groundTruth(call);
      default:
        return json(404, { error: 'No such control.' });
    }
  }

  #addFault(body: JsonObject): Reply {
    const kind = FAULT_KINDS.find((known) => known === body.kind);
    const times = body.times === undefined ? 1 : numberAt(body, 'times');
    const method = METHODS.find((known) => known === body.method);
    if (!kind) return json(400, { error: `kind must be one of ${FAULT_KINDS.join(', ')}.` });
    if (!Number.isInteger(times) || times < 1) return json(400, { error: 'times must be a positive whole number.' });
    if (body.method !== undefined && body.method !== null && !method) {
      return json(400, { error: `method must be one of ${METHODS.join(', ')}.` });
    }
    const after = body.after === undefined ? 0 : numberAt(body, 'after');
    if (!Number.isInteger(after) || after < 0) return json(400, { error: 'after must be a whole number.' });
    const fault: Fault = { kind, times, ...(method && { method }), ...(after > 0 && { after }) };
    this.#parts.faults.add(fault);
    return json(200, { faults: this.#parts.faults.waiting });
  }

  #externalEdit(body: JsonObject): Reply {
    const { field, value } = body;
    if (!isExternalField(field)) return json(400, { error: `field must be one of ${EXTERNAL_FIELDS.join(', ')}.` });
    if (typeof value !== 'string' && typeof value !== 'number') return json(400, { error: 'value is missing.' });
    const [customerId, of, matchType] = ['customer_id', 'of', 'match_type'].map((name) => textAt(body, name));
    const result = externalEdit(this.#parts.world, {
      campaign: textAt(body, 'campaign'),
      field,
      value,
      ...(of && { of }),
      ...(matchType && { matchType }),
      ...(customerId && { customerId }),
    });
    if (result.outcome === 'not_found') return json(404, { error: 'No such campaign, or no such thing in it.' });
    return result.outcome === 'refused' ? json(400, { error: result.message }) : json(200, result);
  }

  #advance(body: JsonObject): Reply {
    const { world } = this.#parts;
    const ms = numberAt(body, 'advance_days') * DAY_MS + numberAt(body, 'advance_seconds') * 1000;
    if (!(ms > 0)) return json(400, { error: 'advance_days or advance_seconds must be positive.' });
    if (!(world.clock.now() + ms < END_OF_TIME))
      return json(400, { error: 'The time must stay before the year 2100.' });
    world.record({ type: 'clock', offsetMs: world.clock.offsetMs + Math.round(ms) });
    return json(200, { now: new Date(world.clock.now()).toISOString() });
  }

  #suspend(body: JsonObject, suspended: boolean): Reply {
    const { world } = this.#parts;
    const customer = textAt(body, 'customer_id');
    if (!world.accounts.has(customer)) return json(404, { error: 'No such customer.' });
    const emails = world.loginsReaching(customer).map(({ email }) => email);
    world.record({ type: 'grants_suspended', emails, suspended });
    return json(200, { logins: emails, suspended });
  }

  #totals(call: Call): Reply {
    const { world, models } = this.#parts;
    const account = world.accounts.get(call.query.get('customer_id') ?? '');
    if (!account) return json(404, { error: 'No such customer.' });
    const today = account.time.day(world.clock.now());
    const first = dayOfDate(call.query.get('from') ?? dateOfDay(today - 90));
    const last = dayOfDate(call.query.get('to') ?? dateOfDay(today));
    if (Number.isNaN(first) || Number.isNaN(last)) return json(400, { error: 'from and to are dates, yyyy-MM-dd.' });
    return json(200, trueTotals(models.of(account), first, Math.min(last, today), world.clock.now()));
  }

  #groundTruth(call: Call): Reply {
    const { world, models } = this.#parts;
    const account = world.accounts.get(call.query.get('customer_id') ?? '');
    if (!account) return json(404, { error: 'No such customer.' });
    return json(200, groundTruth(models.of(account), world.clock.now()));
  }
}

/** Other machines are refused, and so are browsers that were led here under another name. */
export function isLocal(call: Pick<Call, 'remoteAddress' | 'header'>): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(call.remoteAddress);
  return isLoopback && /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(call.header('host'));
}

/** Beyond it dates and figures would make no sense, and a move of the clock cannot be taken back. */
const END_OF_TIME = Date.UTC(2100, 0, 1);
const METHODS = ['mutate', 'search', 'token'] as const;
