import { BodyRate } from './body-rate.js';

const CHUNK = 50_000;
/** Each chunk takes 10 ms at this rate. */
const RATE = 5_000_000;
/** The number of chunks read without waiting: the burst, and the one chunk that is taken while no earlier bytes are unpaid. */
const AT_ONCE = 21;

let nowMs: number;
let rate: BodyRate;
let taken: Record<string, number>;

/** A body that always has a next chunk. */
function send(sender: string): void {
  const goOn = () => {
    taken[sender] = (taken[sender] ?? 0) + 1;
    if (!rate.take({ sender, bytes: CHUNK, goOn })) goOn();
  };
  if (!rate.take({ sender, bytes: CHUNK, goOn })) goOn();
}

function pass(ms: number): void {
  for (const endMs = nowMs + ms; nowMs < endMs;) {
    nowMs += 10;
    rate.turn();
  }
}

beforeEach(() => {
  [nowMs, taken] = [0, {}];
  rate = new BodyRate(RATE, () => nowMs);
});

describe('the bytes of all large bodies together (LIMIT-13)', () => {
  it('are read without waiting up to 1 MB, and then at the set rate', () => {
    send('ann');
    expect(taken).toEqual({ ann: AT_ONCE });
    pass(1_000);
    expect(taken).toEqual({ ann: AT_ONCE + 100 });
  });

  it('are shared evenly between senders, however many bodies one of them sends', () => {
    for (let body = 0; body < 30; body++) send('hostile');
    send('ann');
    taken = {};
    pass(2_000);
    expect(taken).toEqual({ hostile: 100, ann: 100 });
  });

  it('of a body that ended are not waited for', () => {
    send('hostile');
    const goOn = jest.fn();
    const chunk = { sender: 'ann', bytes: CHUNK, goOn };
    expect(rate.take(chunk)).toBe(true);
    rate.leave(chunk);
    pass(1_000);
    expect(goOn).not.toHaveBeenCalled();
    expect(taken.hostile).toBe(AT_ONCE + 100);
  });
});
