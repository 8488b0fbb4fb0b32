import { type JsonObject, textAt } from '../../../google-ads-emulator/src/json.ts';
import type { Account } from '../../../google-ads-emulator/src/store/account.ts';
import type { WorldDescription } from '../../../google-ads-emulator/src/worlds/description.ts';
import { GENERATED_CUSTOMER } from '../../../google-ads-emulator/src/worlds/generate.ts';
import { type Days, Simulation } from '../../../google-ads-emulator/src/worlds/simulation.ts';

/** Noon of a Monday: the day on which advice is first asked for. */
const BEGINS = Date.parse('2026-11-16T12:00:00Z');

/** Numbers for names, the same in all accounts of one world. */
export class Numbers {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  nameOf(number: number): string {
    const name = this.#names[number];
    if (name === undefined) throw new Error(`nothing has the number ${number}`);
    return name;
  }
}

/** The one account of a generated world, with numbers for its resources as the service would have them. */
export class AdviceAccount {
  readonly simulation: Simulation;
  /** The day on which a campaign's target was last changed, by the campaign's number. */
  readonly targetChanges = new Map<number, number>();
  readonly #numbers: Numbers;

  constructor(world: WorldDescription, numbers = new Numbers()) {
    this.simulation = new Simulation(world, BEGINS);
    this.#numbers = numbers;
  }

  get account(): Account {
    return this.simulation.account(GENERATED_CUSTOMER);
  }

  get today(): number {
    return this.simulation.today(GENERATED_CUSTOMER);
  }

  get model() {
    return this.simulation.model(GENERATED_CUSTOMER);
  }

  leaves(days: Days) {
    return this.simulation.leaves(GENERATED_CUSTOMER, days);
  }

  truth() {
    return this.simulation.truth(GENERATED_CUSTOMER);
  }

  /** A number for anything that has a name; the same for the same name. */
  numberOf(name: string): number {
    return this.#numbers.of(name);
  }

  nameOf(number: number): string {
    return this.#numbers.nameOf(number);
  }

  get campaigns(): JsonObject[] {
    return [...this.account.all('campaigns')].filter(isLive);
  }

  /** Keywords of a campaign, the negative ones or the others. */
  keywords(campaign: string, negative = false): JsonObject[] {
    return [...this.account.all('adGroupCriteria')].filter(
      (one) =>
        isLive(one) &&
        (one.negative === true) === negative &&
        textAt(this.account.get(textAt(one, 'adGroup')), 'campaign') === campaign,
    );
  }

  /** Negatives of a whole campaign. */
  exclusions(campaign: string): JsonObject[] {
    return [...this.account.all('campaignCriteria')].filter(
      (one) => isLive(one) && one.negative === true && textAt(one, 'campaign') === campaign,
    );
  }

  adGroups(campaign: string): JsonObject[] {
    return [...this.account.all('adGroups')].filter((one) => isLive(one) && textAt(one, 'campaign') === campaign);
  }

  createdDay(name: string): number {
    const [first] = this.account.history(name);
    return this.account.time.day(first?.at ?? 0);
  }
}

function isLive({ status }: JsonObject): boolean {
  return status !== 'REMOVED';
}
