import fc from 'fast-check';
import { BodyBudget } from './body-budget.js';
import type { OpenBody } from './open-body.js';

const LIMIT_BYTES = 16_000;

interface TestBody extends OpenBody {
  isCut?: boolean;
}

function open(...sender: string[]): TestBody {
  const body: TestBody = { sender, heldBytes: 0, receivedBytes: 0, cut: () => (body.isCut = true) };
  return body;
}

const cutOf = (bodies: TestBody[]) => bodies.filter(({ isCut }) => isCut).length;
const held = (budget: BodyBudget, count: number, bytes: number, ...sender: string[]) =>
  Array.from({ length: count }, () => {
    const body = open(...sender);
    budget.hold(body, bytes);
    return body;
  });

describe('the room for bodies', () => {
  it('is available to one sender entirely while nobody else needs it', () => {
    expect(cutOf(held(new BodyBudget(LIMIT_BYTES), 16, 1_000, 'ann'))).toBe(0);
  });

  it('is shared evenly once it is full: a sender that holds at most limit / senders is never cut', () => {
    const stepArb = fc.record({ sender: fc.integer({ min: 0, max: 6 }), bytes: fc.integer({ min: 1, max: 4_000 }) });
    fc.assert(
      fc.property(fc.array(stepArb, { minLength: 20, maxLength: 100 }), (steps) => {
        const budget = new BodyBudget(LIMIT_BYTES);
        const modest = open('modest');
        budget.hold(modest, (LIMIT_BYTES * 15) / 16 / 8);
        const others = steps.map(({ sender, bytes }) => held(budget, 1, bytes, `greedy ${sender}`)[0]);
        expect(modest.isCut).toBeUndefined();
        expect(others.reduce((sum, { heldBytes }) => sum + heldBytes, 0) + modest.heldBytes).toBeLessThanOrEqual(
          LIMIT_BYTES,
        );
      }),
    );
  });

  it('cuts the bodies of the address that holds most in a network before those of its other addresses', () => {
    const budget = new BodyBudget(LIMIT_BYTES);
    const neighbour = held(budget, 1, 1_500, '2001:db8:1::/48', '2001:db8:1:1::/64');
    const greedy = held(budget, 20, 1_000, '2001:db8:1::/48', '2001:db8:1:2::/64');
    expect(cutOf(neighbour)).toBe(0);
    expect(cutOf(greedy)).toBeGreaterThan(0);
  });

  it('counts a /48 as one sender, however many of its addresses hold a little', () => {
    const budget = new BodyBudget(LIMIT_BYTES);
    const victim = held(budget, 1, 4_000, '198.51.100.1');
    for (let network = 0; network < 1_000; network++)
      held(budget, 1, 100, '2001:db8:1::/48', `2001:db8:1:${network}::/64`);
    expect(cutOf(victim)).toBe(0);
  });

  it('is freed only once by a body that is cut and then released', () => {
    const budget = new BodyBudget(LIMIT_BYTES);
    const bodies = held(budget, 17, 1_000, 'ann');
    bodies.forEach((body) => budget.release(body));
    expect(cutOf(held(budget, 16, 1_000, 'ben'))).toBe(0);
  });
});
