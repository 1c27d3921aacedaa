/** A member's place in its bag. */
export interface Slot<T> {
  readonly member: T;
  index: number;
}

/**
 * Members in no order, for those that stay only for a moment. A Set or Map whose members come and go is copied every few changes. V8 keeps each copy
 * until its next full collection, and with it what it named (docs/performance.md). A bag is an array, which is never copied
 * for a removal: the last member takes the free place.
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
