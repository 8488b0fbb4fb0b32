import { compare, type Fraction, fraction } from '../documents/fraction.ts';
import { decimalOf } from '../documents/numbers.ts';
import { NOTHING } from '../figures/ratios.ts';
import { isStarved, isTooDear } from './decision.ts';
import { type CampaignLine, type CampaignsEvidence, type Mover, nowOf } from './evidence.ts';
import { Few, Foremost, Group, Sum } from './few.ts';
import { CPA } from './kpi.ts';
import { movedBy, movedFurther } from './moved.ts';

/** How many have a row of their own in a table; the others share one. */
const ROWS = 10;
/** How many are named in a sentence. */
const NAMED = 3;
const BULLETS = 5;
const MOVERS = 3;
/** Of the impressions that a campaign could have had, so much is much. */
const MUCH = 0.3;

/** Adds campaigns up one by one, those that spend most first, and keeps the few of them that documents name. */
export class AllCampaigns implements CampaignsEvidence {
  readonly totals: Sum[];
  live = 0;
  readonly ran = new Group(ROWS);
  readonly brand = new Group(0);
  readonly aimed = new Group(0);
  readonly untargeted = new Few<CampaignLine>(NAMED);
  readonly movers = new Foremost<Mover>(MOVERS, movedFurther);
  tooDear: CampaignLine | undefined;
  starved: CampaignLine | undefined;
  cheapest: CampaignLine | undefined;
  dearest: CampaignLine | undefined;
  readonly fruitless = new Few<CampaignLine>(BULLETS);
  readonly shared = new Few<CampaignLine>(ROWS);
  readonly losingToRank = new Few<CampaignLine>(NAMED);
  readonly losingToBudget = new Few<CampaignLine>(NAMED);
  readonly rivals = new Group(ROWS);
  readonly others = new Group(0);
  hasValues = false;
  hasGains = false;
  readonly acted = new Map<string, CampaignLine>();
  readonly #slugs: ReadonlySet<string>;
  #budgetCents = 0n;
  #targetCents = 0n;
  #targetWeights = 0n;

  constructor(periods: number, slugs: ReadonlySet<string>) {
    this.totals = Array.from({ length: periods }, () => new Sum());
    this.#slugs = slugs;
  }

  get budgets(): Fraction {
    return { n: this.#budgetCents, d: 100n };
  }

  get target(): Fraction | undefined {
    return fraction(this.#targetCents, this.#targetWeights * 100n);
  }

  add(line: CampaignLine): void {
    for (const [index, sum] of this.totals.entries()) sum.add(line.figures[index] ?? NOTHING);
    if (this.#slugs.has(line.slug)) this.acted.set(line.slug, line);
    const { value_micros } = nowOf(line);
    this.hasValues ||= value_micros !== 0;
    this.hasGains ||= value_micros > 0;
    this.#weigh(line);
    this.#sort(line);
    this.#compare(line);
  }

  /** What it may spend, and what a conversion may cost in it. */
  #weigh(line: CampaignLine): void {
    const { state, budget, targetCpa } = line;
    const { n, d } = decimalOf(budget);
    this.#budgetCents += n * (100n / d);
    if (state === 'live') this.live += 1;
    if (state === 'live' && targetCpa === null) this.untargeted.add(line);
    if (Number(targetCpa ?? 0) <= 0) return;
    this.aimed.add(line);
    const weight = BigInt(Math.max(0, nowOf(line).conversions_micros));
    this.#targetCents += weight * BigInt(Math.round(Number(targetCpa) * 100));
    this.#targetWeights += weight;
    if (state !== 'live') return;
    if (!this.tooDear && isTooDear(line)) this.tooDear = line;
    if (!this.starved && isStarved(line)) this.starved = line;
  }

  /** Which kinds it belongs to. */
  #sort(line: CampaignLine): void {
    const { type, shares } = line;
    const { impressions, clicks, cost_micros, conversions_micros } = nowOf(line);
    const ran = impressions + clicks + cost_micros > 0;
    if (ran) this.ran.add(line);
    if (ran && type === 'brand') this.brand.add(line);
    if (type === 'competitor' && impressions > 0) this.rivals.add(line);
    if (type !== 'competitor' && type !== 'brand') this.others.add(line);
    if (cost_micros > 0 && conversions_micros <= 0) this.fruitless.add(line);
    if (!shares) return;
    this.shared.add(line);
    if (isMuch(shares.lostToRank)) this.losingToRank.add(line);
    if (isMuch(shares.lostToBudget)) this.losingToBudget.add(line);
  }

  /** How it compares with others, and with itself in the period before. */
  #compare(line: CampaignLine): void {
    const moved = movedBy(line.figures.at(-2), line.figures.at(-1));
    if (moved.spend !== 0n || moved.conversions !== 0n) this.movers.add({ line, ...moved });
    if (nowOf(line).conversions_micros <= 0) return;
    if (!this.cheapest || compareCpa(line, this.cheapest) < 0) this.cheapest = line;
    if (!this.dearest || compareCpa(line, this.dearest) >= 0) this.dearest = line;
  }
}

function isMuch({ n, d }: Fraction): boolean {
  return Number(n) / Number(d) >= MUCH;
}

function compareCpa(a: CampaignLine, b: CampaignLine): number {
  const [one, other] = [CPA.of(nowOf(a)), CPA.of(nowOf(b))];
  return one && other ? compare(one, other) : 0;
}
