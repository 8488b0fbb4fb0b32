import type { Counted } from '../figures/ratios.ts';
import { type CampaignGroup, type CampaignLine, nowOf, type Some } from './evidence.ts';

/** The beginning of a list that comes in line by line, and how many lines there were. */
export class Few<Line> implements Some<Line> {
  total = 0;
  readonly top: Line[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(line: Line): void {
    this.total += 1;
    if (this.top.length < this.#most) this.top.push(line);
  }
}

/** The same in an order of its own; of those that are alike the earlier ones come first. */
export class Foremost<Line> implements Some<Line> {
  total = 0;
  readonly top: Line[] = [];
  readonly #most: number;
  readonly #isBefore: (a: Line, b: Line) => boolean;

  constructor(most: number, isBefore: (a: Line, b: Line) => boolean) {
    this.#most = most;
    this.#isBefore = isBefore;
  }

  add(line: Line): void {
    this.total += 1;
    const place = this.top.findIndex((other) => this.#isBefore(line, other));
    this.top.splice(place < 0 ? this.top.length : place, 0, line);
    if (this.top.length > this.#most) this.top.pop();
  }
}

/** What was counted, added up as it comes in. */
export class Sum implements Counted {
  impressions = 0;
  clicks = 0;
  cost_micros = 0;
  conversions_micros = 0;
  value_micros = 0;

  add(counted: Counted): void {
    this.impressions += counted.impressions;
    this.clicks += counted.clicks;
    this.cost_micros += counted.cost_micros;
    this.conversions_micros += counted.conversions_micros;
    this.value_micros += counted.value_micros;
  }
}

/** Campaigns of one kind, of which some are named. */
export class Group extends Few<CampaignLine> implements CampaignGroup {
  readonly counted = new Sum();

  override add(line: CampaignLine): void {
    super.add(line);
    this.counted.add(nowOf(line));
  }
}
