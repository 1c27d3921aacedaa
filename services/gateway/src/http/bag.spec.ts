import { Bag } from './bag.js';

describe('a bag', () => {
  it('has exactly the members that were added and not removed, whatever the order of removal, and however often', () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 3, 0, 2],
    ]) {
      const bag = new Bag<string>();
      const slots = ['a', 'b', 'c', 'd'].map((member) => bag.add(member));
      const left = new Set(['a', 'b', 'c', 'd']);
      for (const index of order) {
        bag.remove(slots[index]);
        bag.remove(slots[index]);
        left.delete(slots[index].member);
        expect(new Set(bag.members)).toEqual(left);
        expect(bag.size).toBe(left.size);
      }
    }
  });

  it('lists members as an array of its own, so that a member may be removed during a walk over them', () => {
    const bag = new Bag<number>();
    const slots = [1, 2, 3].map((member) => bag.add(member));
    const seen = bag.members.map((member, index) => {
      bag.remove(slots[index]);
      return member;
    });
    expect(seen).toEqual([1, 2, 3]);
    expect(bag.size).toBe(0);
  });
});
