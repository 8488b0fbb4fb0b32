import { randomBytes } from 'node:crypto';
import type { CallMethod, Faults } from '../control/faults.ts';
import { faultReply } from '../control/faults.ts';
import { errorBody, failureDetail, GoogleRefusal, invalid, MalformedBody, malformedBody } from '../google-error.ts';
import type { Call } from '../http/call.ts';
import { json, type Reply } from '../http/reply.ts';
import type { JsonObject } from '../json.ts';
import { isObject, listAt, parseJson, textAt } from '../json.ts';
import type { PerformanceModels } from '../metrics/models.ts';
import { checkKnownFields } from '../mutate/known-fields.ts';
import { mutate } from '../mutate/mutate.ts';
import { search } from '../search/search.ts';
import type { Account } from '../store/account.ts';
import type { Login, World } from '../store/world.ts';
import { accessibleAccount, authenticate } from './access.ts';
import { suggestGeoTargetConstants } from './geo-suggestions.ts';
import { generateKeywordIdeas } from './keyword-ideas.ts';
import type { OperationQuota } from './quota.ts';
import { PAGE_ROWS, ResultPages } from './result-pages.ts';

/** What the API works on. */
export interface ApiParts {
  world: World;
  models: PerformanceModels;
  faults: Faults;
  quota: OperationQuota;
}

interface ApiCall {
  call: Call;
  version: string;
  requestId: string;
  login: Login;
  body: JsonObject;
}

/** The Google Ads API itself: everything under `/v{n}/`. */
export class GoogleAdsApi {
  readonly #parts: ApiParts;
  readonly #pages = new ResultPages();

  constructor(parts: ApiParts) {
    this.#parts = parts;
  }

  handle(call: Call, version: string, path: string): Reply {
    const requestId = randomBytes(16).toString('base64url');
    try {
      return withRequestId(this.#route(call, version, path, requestId), requestId);
    } catch (error) {
      if (error instanceof MalformedBody) return json(400, malformedBody(error));
      if (!(error instanceof GoogleRefusal)) throw error;
      const { http, body } = errorBody(version, requestId, error);
      const isStream = path.endsWith(':searchStream');
      return withRequestId(json(http, isStream ? [body] : body), requestId);
    }
  }

  #route(call: Call, version: string, path: string, requestId: string): Reply {
    const login = authenticate(this.#parts.world, call);
    const target = /^customers\/([^/:]+)(?:\/googleAds)?:(\w+)$/.exec(path);
    const action = target?.[2] ?? '';
    const fault = this.#parts.faults.take(methodOf(action));
    const failure = fault && faultReply(fault);
    if (failure) return failure;
    const request = { call, version, requestId, login, body: readBody(call) };
    if (path === 'customers:listAccessibleCustomers') return this.#accessibleCustomers(request);
    if (path === 'geoTargetConstants:suggest') return json(200, suggestGeoTargetConstants(request.body));
    if (!target) throw new GoogleRefusal('NOT_FOUND', []);
    const account = accessibleAccount(this.#parts.world, login, call, target[1] ?? '');
    const reply = this.#customerAction(request, account, action);
    return fault === 'drop_after_commit' ? { type: 'drop' } : reply;
  }

  #customerAction(request: ApiCall, account: Account, action: string): Reply {
    switch (action) {
      case 'search':
        return this.#search(request, account);
      case 'searchStream':
        return this.#searchStream(request, account);
      case 'mutate':
        return this.#mutate(request, account);
      case 'generateKeywordIdeas':
        this.#parts.quota.spend(1);
        return json(
          200,
          generateKeywordIdeas(this.#parts.models.of(account), request.body, this.#parts.world.clock.now()),
        );
      default:
        throw new GoogleRefusal('NOT_FOUND', []);
    }
  }

  #accessibleCustomers({ login }: ApiCall): Reply {
    this.#parts.quota.spend(1);
    return json(200, { resourceNames: login.customers.map((id) => `customers/${id}`) });
  }

  #search({ body }: ApiCall, account: Account): Reply {
    if (body.pageSize !== undefined) {
      const message = 'Setting the page size is not supported. The page size is fixed at 10000 rows.';
      invalid({ requestError: 'PAGE_SIZE_NOT_SUPPORTED' }, message);
    }
    const query = textAt(body, 'query');
    const token = textAt(body, 'pageToken');
    if (token === '') this.#parts.quota.spend(1);
    const open =
      token === ''
        ? { customer: account.id, query, result: this.#run(account, query), offset: 0 }
        : this.#pages.continue(token, account.id, query);
    if (body.validateOnly === true) return json(200, {});
    const { result, offset } = open;
    const nextPageToken = this.#pages.next({ ...open, offset: offset + PAGE_ROWS });
    const wantsCount = isObject(body.searchSettings) && body.searchSettings.returnTotalResultsCount === true;
    return json(200, {
      ...(result.count > 0 && { results: result.rows(offset, offset + PAGE_ROWS) }),
      ...(nextPageToken !== undefined && { nextPageToken }),
      ...(wantsCount && { totalResultsCount: String(result.count) }),
      fieldMask: result.fieldMask,
      queryResourceConsumption: String(50 + result.count),
    });
  }

  #searchStream({ body, requestId }: ApiCall, account: Account): Reply {
    this.#parts.quota.spend(1);
    const result = this.#run(account, textAt(body, 'query'));
    function* chunks(): Generator<string> {
      yield '[';
      for (let offset = 0; offset === 0 || offset < result.count; offset += PAGE_ROWS) {
        const results = result.rows(offset, offset + PAGE_ROWS);
        const batch = { ...(results.length > 0 && { results }), fieldMask: result.fieldMask, requestId };
        yield `${offset === 0 ? '' : ',\n'}${JSON.stringify(batch)}`;
      }
      yield ']';
    }
    return { type: 'chunks', chunks: chunks(), contentType: 'application/json; charset=UTF-8' };
  }

  #run(account: Account, query: string) {
    if (query === '') invalid({ requestError: 'REQUIRED_FIELD_MISSING' }, 'Required field is missing', ['query']);
    return search(this.#parts.world, this.#parts.models.of(account), query, this.#parts.world.clock.now());
  }

  #mutate({ body, login, version, requestId }: ApiCall, account: Account): Reply {
    if (account.facts.manager) {
      const message = 'A manager account cannot hold campaigns.';
      invalid({ requestError: 'CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT' }, message);
    }
    const operations = listAt(body, 'mutateOperations');
    checkKnownFields(operations);
    this.#parts.quota.spend(Math.max(1, operations.length));
    const options = {
      operations,
      partialFailure: body.partialFailure === true,
      validateOnly: body.validateOnly === true,
    };
    const author = { clientType: 'GOOGLE_ADS_API', userEmail: login.email } as const;
    const { errors, responses } = mutate(this.#parts.world, account, options, author, this.#parts.world.clock.now());
    if (errors.length > 0 && !options.partialFailure) throw new GoogleRefusal('INVALID_ARGUMENT', errors);
    const partialFailureError = {
      code: 3,
      message: `Multiple errors in 'details'. First error: ${errors[0]?.message}`,
      details: [failureDetail(version, requestId, errors)],
    };
    return json(200, {
      ...(errors.length > 0 && { partialFailureError }),
      ...(responses.length > 0 && { mutateOperationResponses: responses }),
    });
  }
}

/** The kind of call, as faults name it. */
function methodOf(action: string): CallMethod {
  if (action === 'mutate') return 'mutate';
  return action === 'search' || action === 'searchStream' ? 'search' : 'other';
}

function readBody(call: Call): JsonObject {
  if (call.body === '') return {};
  const body = parseJson(call.body);
  if (!isObject(body)) throw new MalformedBody('', 'Invalid JSON payload received. Unexpected token.');
  return body;
}

function withRequestId(reply: Reply, requestId: string): Reply {
  return reply.type === 'json' ? { ...reply, headers: { 'request-id': requestId } } : reply;
}
