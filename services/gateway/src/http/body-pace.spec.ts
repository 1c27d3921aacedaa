import type { OpenBody } from './open-body.js';
import { BodyPace } from './body-pace.js';
import type { HttpProblem } from './http-problem.js';

const PACE = { minBytesPerSecond: 100, windowMs: 10_000 };

let nowMs: number;
let pace: BodyPace;
let refusals: HttpProblem[];

function watched(): OpenBody {
  const body: OpenBody = {
    sender: [],
    heldBytes: 0,
    receivedBytes: 0,
    cut: (problem) => {
      refusals.push(problem);
      pace.leave(body);
    },
  };
  pace.watch(body);
  return body;
}

/** Feeds the body `bytesPerSecond` in each of so many seconds. */
function pass(body: OpenBody, seconds: number, bytesPerSecond: number): void {
  for (let second = 0; second < seconds; second++) {
    nowMs += 1_000;
    body.receivedBytes += bytesPerSecond;
    pace.look();
  }
}

beforeEach(() => {
  [nowMs, refusals] = [0, []];
  pace = new BodyPace(PACE, () => nowMs);
});

describe('the pace of bodies', () => {
  it('of at least 100 bytes a second accepts a body of 100, and ends one of 99 after a window with 408', () => {
    const slow = watched();
    pass(slow, 60, 100);
    expect(refusals).toEqual([]);
    pass(slow, 10, 99);
    expect(refusals).toMatchObject([{ status: 408, code: 'request_timeout' }]);
  });

  it('ends a body within two windows when it arrived fast and then stops', () => {
    const body = watched();
    pass(body, 5, 1_000_000);
    pass(body, 15, 0);
    expect(refusals).toHaveLength(1);
  });

  it('allows a pause that is shorter than a window', () => {
    const body = watched();
    for (let round = 0; round < 5; round++) {
      pass(body, 9, 0);
      pass(body, 1, 1_000);
    }
    expect(refusals).toEqual([]);
    pace.leave(body);
  });

  it('does not count the time while a body waits for its turn', () => {
    const waiting = watched();
    waiting.waiting = { sender: 'ann', bytes: 1, goOn: () => undefined };
    pass(waiting, 60, 0);
    expect(refusals).toEqual([]);
    waiting.waiting = undefined;
    pass(waiting, 21, 0);
    expect(refusals).toHaveLength(1);
  });

  it('does not count the time while the process is suspended and reads nothing', () => {
    const body = watched();
    pass(body, 3, 100);
    nowMs += 60_000;
    pace.look();
    expect(refusals).toEqual([]);
    pass(body, 10, 100);
    expect(refusals).toEqual([]);
    pace.leave(body);
  });
});
