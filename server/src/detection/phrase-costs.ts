import { NONE } from './pair-numbers.ts';
import type { NumberedText, PhraseTree } from './phrase-tree.ts';
import { eachOf, type Steps } from './steps.ts';
import { LONGEST_PHRASE } from './words.ts';

/** A text that is counted under all its phrases. */
export interface WeighedText {
  text: NumberedText;
  /** What it cost; elsewhere, what it would usually have brought. */
  targets: number;
}

/** What the texts with each phrase cost together, and which phrases begin where. */
export class PhraseCosts {
  /** By the numbers of phrases. */
  readonly costs: readonly number[];
  /** For phrases of one word, of two and so on: the number of the one that begins at each word of all texts. */
  readonly #beginning: readonly Int32Array[];

  private constructor(costs: readonly number[], beginning: readonly Int32Array[]) {
    this.costs = costs;
    this.#beginning = beginning;
  }

  /** Counts phrases from the shortest on. A longer one can only have cost enough where the shorter ones in it have. */
  static *of(lists: readonly (readonly WeighedText[])[], tree: PhraseTree, enough: number): Steps<PhraseCosts> {
    const costs: number[] = [];
    yield* eachOf(new Int32Array(tree.size), (none) => costs.push(none));
    const beginning: Int32Array[] = [];
    for (let length = 1; length <= LONGEST_PHRASE; length += 1) {
      const shorter = beginning.at(-1);
      const numbers = new Int32Array(tree.length).fill(NONE);
      yield;
      const weigh = ({ text: { start, end }, targets }: WeighedText) => {
        for (let at = start; at + length <= end; at += 1) {
          const phrase = shorter ? longer(shorter, at, length, tree, costs, enough) : tree.wordAt(at);
          if (phrase === NONE) continue;
          numbers[at] = phrase;
          costs[phrase] = (costs[phrase] ?? 0) + targets;
        }
      };
      for (const texts of lists) yield* eachOf(texts, weigh);
      beginning.push(numbers);
    }
    return new PhraseCosts(costs, beginning);
  }

  /** Visits every phrase of a text that was counted; one that stands in it twice is visited twice. */
  visit({ start, end }: NumberedText, visitor: (phrase: number) => void): void {
    for (const numbers of this.#beginning) {
      for (let at = start; at < end; at += 1) {
        const phrase = numbers[at] ?? NONE;
        if (phrase !== NONE) visitor(phrase);
      }
    }
  }
}

function longer(
  shorter: Int32Array,
  at: number,
  length: number,
  tree: PhraseTree,
  costs: readonly number[],
  enough: number,
): number {
  const [before, after] = [shorter[at] ?? NONE, shorter[at + 1] ?? NONE];
  if (before === NONE || after === NONE) return NONE;
  const isEnough = (costs[before] ?? 0) >= enough && (costs[after] ?? 0) >= enough;
  return isEnough ? tree.add(before, tree.wordAt(at + length - 1)) : NONE;
}
