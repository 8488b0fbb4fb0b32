import { AdPlatformError } from '../../ports/ad-platform.ts';

/** What one attempt at a query holds of a room. */
interface Held {
  take(rows: number): void;
  /** Of an attempt that failed nothing is kept. */
  giveBack(): void;
}

/**
 * How much of an account is held in memory at once, by all queries together that read it. What is larger is noticed
 * while it arrives, and read no further by any of them.
 */
export class Room {
  readonly #most: number;
  readonly #tooMuch: string;
  #taken = 0;

  /** `tooMuch` is what a person is told: what is too large, and what to do. */
  constructor(most: number, tooMuch: string) {
    this.#most = most;
    this.#tooMuch = tooMuch;
  }

  hold(): Held {
    let held = 0;
    return {
      take: (rows) => {
        held += rows;
        this.#taken += rows;
        // Trying again would find the same.
        if (this.#isFull) throw new AdPlatformError('setup_required', this.#tooMuch, { tooMuch: true });
      },
      giveBack: () => {
        if (!this.#isFull) this.#taken -= held;
      },
    };
  }

  get #isFull(): boolean {
    return this.#taken > this.#most;
  }
}

/** Room for what is below the campaigns of one account: keywords, negative keywords, and ads with their texts. */
export function roomBelowCampaigns(most: number): Room {
  const number = most.toLocaleString('en-US');
  return new Room(
    most,
    `This Google Ads account holds more than the ${number} keywords, negative keywords and ads that can be read, where the texts of an ad count as ${SIZE_OF_TEXTS} and what is paused counts too. Campaigns that came in before are followed by what Google Ads tells of their changes, and their figures go on coming in; others are missing here. Remove in Google Ads what is not needed, or move campaigns to another account, then sync this one again.`,
  );
}

/** The texts of an ad take as much memory as so many keywords. */
export const SIZE_OF_TEXTS = 5;
