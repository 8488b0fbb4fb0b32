import type { Random } from '../../market/random.ts';
import { type DrawnCampaign, type DrawnKeyword, filled } from './draw-keywords.ts';
import { between, pick, shuffled } from './names.ts';
import { rarely, type Setting } from './setting.ts';

/** A search term to be: absolute prices and rates, searches relative to each other. */
export interface DrawnTerm {
  text: string;
  searches: number;
  cpc: number;
  ctr: number;
  cvr: number;
  kind: string;
  reached_by: string[];
  isWaste: boolean;
  converts_since_days_ago?: number;
}

/** Draws about as many terms as wanted: those of the keywords themselves, forms of them, strangers, and what nobody bids on. */
export function drawTerms(
  setting: Setting,
  campaigns: readonly DrawnCampaign[],
  wanted: number,
  random: Random,
): DrawnTerm[] {
  const drawing = new Drawing(setting, random);
  const keywords = campaigns.flatMap((campaign) => campaign.keywords).filter(({ kind }) => kind !== 'silent');
  for (const keyword of keywords) drawing.addOwn(keyword);
  const taken = new Set(keywords.flatMap(({ text }) => text));
  const idle = shuffled(
    random,
    setting.trade.services.flat().filter((head) => !taken.has(head)),
  );
  for (const head of idle.slice(0, Math.ceil(wanted * 0.02))) drawing.addUnbid(head);
  const wide = keywords.filter(({ matchType }) => matchType !== 'EXACT');
  for (let before = -1; drawing.terms.size < wanted && drawing.terms.size !== before; ) {
    before = drawing.terms.size;
    for (const keyword of shuffled(random, wide)) {
      if (drawing.terms.size >= wanted) break;
      if (keyword.matchType === 'BROAD' && random.next() < STRANGERS) drawing.addStranger(keyword);
      else drawing.addForm(keyword);
    }
  }
  return withLateComers([...drawing.terms.values()], random);
}

class Drawing {
  readonly terms = new Map<string, DrawnTerm>();
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #strangers: readonly { text: string; kind: string }[];

  constructor(setting: Setting, random: Random) {
    this.#setting = setting;
    this.#random = random;
    const { trade, good } = setting;
    const forms = ['*', ...good.slice(0, 8).map(({ form }) => form)];
    this.#strangers = [
      ...filled(forms, trade.neighbours).map((text) => ({ text, kind: 'product not sold' })),
      ...filled(forms.slice(0, 4), trade.homonyms).map((text) => ({ text, kind: 'homonym' })),
    ];
  }

  addOwn(keyword: DrawnKeyword): void {
    this.#add(keyword, keyword.text, { kind: keyword.kind === 'usual' ? 'offered' : keyword.kind, cvr: 1, times: 1 });
  }

  /** The keyword in one more form: most are as good as the keyword itself, some never worth their price. */
  addForm(keyword: DrawnKeyword): void {
    const random = this.#random;
    const { good, bad } = this.#setting;
    const { form, kind, cvr } = pick(random, random.next() < GOOD_FORMS ? good : bad);
    this.#add(keyword, form.replace('*', keyword.text), { kind, cvr, times: between(random, 0.04, 0.6) });
  }

  /** What a broad keyword shows for besides; now and then it is a find. */
  addStranger(keyword: DrawnKeyword): void {
    const random = this.#random;
    const times = between(random, 0.05, 0.7);
    if (random.next() < FINDS) {
      const [service = []] = shuffled(random, this.#setting.trade.services);
      const text = pick(random, this.#setting.good).form.replace('*', pick(random, service));
      this.#add(keyword, text, { kind: 'promising', cvr: between(random, 1, 1.9), times, reached: true });
      return;
    }
    const { text, kind } = pick(random, this.#strangers);
    this.#add(keyword, text, { kind, cvr: rarely(random), times, reached: true });
  }

  addUnbid(head: string): void {
    const random = this.#random;
    const like = {
      text: head,
      cpc: random.around1(0.2),
      ctr: 1,
      cvr: random.around1(0.3),
      searches: random.around1(0.8),
    };
    for (const text of [
      head,
      ...filled(
        this.#setting.good.slice(0, 3).map(({ form }) => form),
        [head],
      ),
    ]) {
      this.#add({ ...like, matchType: 'PHRASE', kind: 'usual' }, text, {
        kind: 'nobody bids on it',
        cvr: 1,
        times: 0.5,
      });
    }
  }

  #add(
    keyword: DrawnKeyword,
    text: string,
    { kind, cvr, times, reached = false }: { kind: string; cvr: number; times: number; reached?: boolean },
  ): void {
    if (this.terms.has(text)) return;
    const { base } = this.#setting;
    const random = this.#random;
    const rate = base.cvr * (reached ? 1 : keyword.cvr) * cvr * random.around1(0.2);
    this.terms.set(text, {
      text,
      searches: keyword.searches * times * random.around1(0.3),
      cpc: base.cpc * (reached ? 1 : keyword.cpc) * random.around1(0.12),
      ctr: Math.min(0.6, base.ctr * keyword.ctr * random.around1(0.12)),
      cvr: Math.min(0.6, rate),
      kind,
      reached_by: reached ? [keyword.text] : [],
      isWaste: rate < 0.2 * base.cvr,
    });
  }
}

/** A few good terms that nobody converted on until about a week ago. */
function withLateComers(terms: DrawnTerm[], random: Random): DrawnTerm[] {
  const usual = terms.filter(({ isWaste, kind }) => !isWaste && kind === 'offered');
  const bySize = usual.toSorted((one, other) => other.searches - one.searches);
  const late = new Set(shuffled(random, bySize.slice(5, 60)).slice(0, 1 + Math.floor(random.next() * 3)));
  return terms.map((term) =>
    late.has(term) ? { ...term, converts_since_days_ago: 6 + Math.floor(random.next() * 5) } : term,
  );
}

const STRANGERS = 0.35;
const FINDS = 0.15;
const GOOD_FORMS = 0.62;
