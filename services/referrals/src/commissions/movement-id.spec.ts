import { isCanonicalUuid } from '@precis/runtime/uuid';
import { movementId } from './movement-id.js';

describe('the id of a movement', () => {
  it('is the same whenever it is made, and another one for another payment or cause', () => {
    const ids = [
      ['a', 'payment'],
      ['a', 'refund:R'],
      ['b', 'payment'],
      ['a","payment', ''],
    ].map(([payment, cause]) => movementId(payment, cause));
    expect(new Set(ids).size).toBe(4);
    expect(ids.every((id) => isCanonicalUuid(id))).toBe(true);
    expect(ids[0]).toBe('9259e0ac-f088-83b0-9653-64f2e84805f3');
  });
});
