/** A member's place in its bag. */
export interface Slot<T> {
  readonly member: T;
  index: number;
}

/**
 * Holds members in no order. It is for members that stay only for a moment. V8 copies a Set or Map every few changes of its members, and keeps each
 * outdated copy, with all members of that moment, until its next full collection (docs/performance.md). A bag is an array: the last member takes the
 * place of a removed one, and nothing is copied.
 */
export class Bag<T> {
  private readonly slots: Slot<T>[] = [];

  get size(): number {
    return this.slots.length;
  }

  /** The members of this moment, as an array that later changes do not affect. */
  get members(): T[] {
    return this.slots.map(({ member }) => member);
  }

  add(member: T): Slot<T> {
    const slot = { member, index: this.slots.length };
    this.slots.push(slot);
    return slot;
  }

  /** A slot that was removed already is ignored. */
  remove(slot: Slot<T>): void {
    if (this.slots[slot.index] !== slot) return;
    const last = this.slots.pop()!;
    if (last === slot) return;
    this.slots[slot.index] = last;
    last.index = slot.index;
  }
}
