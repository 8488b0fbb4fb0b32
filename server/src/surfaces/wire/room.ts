/** Room that everybody shares and of which nobody takes more than a part. */
export class Room {
  #size: number;
  #sizePerAddress: number;
  #taken = 0;
  #takenBy = new Map<string, number>();

  constructor(size: number, sizePerAddress: number) {
    this.#size = size;
    this.#sizePerAddress = sizePerAddress;
  }

  /** Takes some room, or tells whose is full. */
  enter(address: string, amount: number): 'address' | 'all' | undefined {
    const own = this.#takenBy.get(address) ?? 0;
    if (own + amount > this.#sizePerAddress) return 'address';
    if (this.#taken + amount > this.#size) return 'all';
    this.#taken += amount;
    this.#takenBy.set(address, own + amount);
    return undefined;
  }

  /** How much an address has taken. */
  takenBy(address: string): number {
    return this.#takenBy.get(address) ?? 0;
  }

  /** Gives room back. */
  leave(address: string, amount: number): void {
    const own = (this.#takenBy.get(address) ?? 0) - amount;
    this.#taken -= amount;
    if (own > 0) this.#takenBy.set(address, own);
    else this.#takenBy.delete(address);
  }
}
