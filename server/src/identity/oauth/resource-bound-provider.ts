import type { Provider as OAuthLibrary, TokenEndpointGrantContext } from 'oidc-provider';
import type { AppQueries } from './app-queries.ts';
import { errors, Provider } from './library.ts';
import { newRefreshToken } from './refresh-token-value.ts';

type Names = string | readonly string[] | ReadonlySet<string>;
type Handler<Params extends object> = (context: TokenEndpointGrantContext<Params>) => Promise<void> | void;

/**
 * The library's provider, in which every token request names its resource. That is checked before the code or refresh
 * token is touched: the library itself would look after it was used up, and takes none for the one that was granted.
 */
export class ResourceBoundProvider extends Provider {
  /** What everything that the library keeps is asked by. */
  readonly queries: AppQueries;

  constructor(queries: AppQueries, ...[issuer, configuration]: ConstructorParameters<typeof Provider>) {
    super(issuer, configuration);
    this.queries = queries;
    Object.assign(this.RefreshToken.prototype, {
      generateTokenId(this: { grantId: string }) {
        return newRefreshToken(this.grantId);
      },
    });
  }

  override registerGrantType<Params extends object>(
    name: string,
    handler: Handler<Params>,
    parameters?: Names,
    duplicates?: Names,
  ): void {
    const bound: Handler<Params> = async (context) => {
      await this.#checkResource(context.oidc.params, context.oidc.client.clientId);
      return handler(context);
    };
    super.registerGrantType(name, bound, parameters, duplicates);
  }

  /** Answers are never sent in a form. In a fragment the library tells of grants that are not ours, and nothing else. */
  override registerResponseMode(...[name, handler]: Parameters<OAuthLibrary['registerResponseMode']>): void {
    if (name !== 'form_post') super.registerResponseMode(name, handler);
  }

  async #checkResource(params: Record<string, unknown>, clientId: string): Promise<void> {
    const { resource } = params;
    if (typeof resource !== 'string') throw new errors.InvalidTarget('exactly one resource parameter is required');
    const presented = await this.#presented(params);
    if (presented?.clientId === clientId && presented.resource !== resource) {
      throw new errors.InvalidTarget('the resource was not granted');
    }
  }

  async #presented({ refresh_token: refreshToken, code }: Record<string, unknown>) {
    if (typeof refreshToken === 'string') return this.RefreshToken.find(refreshToken);
    return typeof code === 'string' ? this.AuthorizationCode.find(code) : undefined;
  }
}
