import { HttpProblem } from './http-problem.js';

/** A body that is being received. */
export interface OpenBody {
  /** Whose it is, from the widest to the narrowest: an account; an address; a network and an address in it. */
  readonly sender: readonly string[];
  /** What it takes of the memory, at most twice what has arrived. */
  heldBytes: number;
  receivedBytes: number;
  /** Ends it with this refusal. */
  cut(problem: HttpProblem): void;
}

/** Making room frees so much at once: else every chunk of a full house would look through all bodies. */
const ROOM = 1 / 16;

/**
 * Memory for bodies that are half received. While there is room anyone may hold as much as comes; when there is none, those who hold
 * more than an equal share end for it. So whoever holds no more than the limit divided by the number of senders is never refused,
 * however many bodies another one opens. Bounded by the bodies that are open.
 */
export class BodyBudget {
  private readonly open = new Set<OpenBody>();
  private heldBytes = 0;

  constructor(private readonly limitBytes: number) {}

  /** Takes `bytes` more for the body. It may itself be one that is cut for it. */
  hold(body: OpenBody, bytes: number): void {
    this.open.add(body);
    body.heldBytes += bytes;
    this.heldBytes += bytes;
    if (this.heldBytes > this.limitBytes) this.makeRoom();
  }

  release(body: OpenBody): void {
    if (!this.open.delete(body)) return;
    this.heldBytes -= body.heldBytes;
    body.heldBytes = 0;
  }

  private makeRoom(): void {
    const targetBytes = this.limitBytes * (1 - ROOM);
    const senders = [...grouped(this.open, (body) => body.sender[0])].sort((one, other) => other.bytes - one.bytes);
    const shareBytes = targetBytes / senders.length;
    for (const sender of senders) {
      let leftBytes = sender.bytes;
      for (const body of largestFirst(sender.bodies)) {
        if (this.heldBytes <= targetBytes) return;
        if (leftBytes <= shareBytes) break;
        leftBytes -= body.heldBytes;
        this.release(body);
        body.cut(overloaded());
      }
    }
  }
}

interface Group {
  bodies: OpenBody[];
  bytes: number;
}

function grouped(bodies: Iterable<OpenBody>, keyOf: (body: OpenBody) => string): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const body of bodies) {
    const group = groups.get(keyOf(body)) ?? { bodies: [], bytes: 0 };
    groups.set(keyOf(body), group);
    group.bodies.push(body);
    group.bytes += body.heldBytes;
  }
  return groups.values();
}

/** Of those within one network first the address that holds most, and of that one the largest bodies. */
function largestFirst(bodies: OpenBody[]): OpenBody[] {
  const narrowest = [...grouped(bodies, (body) => body.sender.at(-1)!)].sort((one, other) => other.bytes - one.bytes);
  return narrowest.flatMap((group) => group.bodies.sort((one, other) => other.heldBytes - one.heldBytes));
}

function overloaded(): HttpProblem {
  return new HttpProblem(503, 'overloaded', 'The service is busy. Please try again.', { retryAfterSeconds: 1 });
}
