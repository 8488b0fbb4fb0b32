/** What a sealed token belongs to: it opens for this organization and this login only. */
interface TokenOwner {
  organizationId: string;
  login: string;
}

/** Seals refresh tokens for storage; a row copied to another organization or login does not open. */
export interface TokenVault {
  seal(token: TokenOwner & { refreshToken: string }): string;
  open(token: TokenOwner & { sealed: string }): string;
  /** Whether a token should be sealed again because the master key has changed since. */
  isOutdated(sealed: string): boolean;
}
