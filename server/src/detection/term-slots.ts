/** Ids that are numbered together: tables of so many grow in a moment. */
const IDS_IN_A_PART = 4_096;

/** Numbers for the ids of terms, from 0 on as they come. A single Map of a million stands still while it grows. */
export class TermSlots {
  readonly #parts = new Map<number, Map<number, number>>();
  #size = 0;

  /** The number of an id, which gets the next one where it has none. */
  slotOf(id: number): number {
    const part = this.#partOf(Math.floor(id / IDS_IN_A_PART));
    const known = part.get(id);
    if (known !== undefined) return known;
    part.set(id, this.#size);
    this.#size += 1;
    return this.#size - 1;
  }

  /** All ids in order, each with its number. */
  *inOrder(): Generator<{ id: number; slot: number }> {
    for (const [, part] of [...this.#parts].sort(([a], [b]) => a - b)) {
      for (const [id, slot] of [...part].sort(([a], [b]) => a - b)) yield { id, slot };
    }
  }

  #partOf(place: number): Map<number, number> {
    const known = this.#parts.get(place);
    if (known) return known;
    const part = new Map<number, number>();
    this.#parts.set(place, part);
    return part;
  }
}
