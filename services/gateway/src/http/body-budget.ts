import { Bag } from './bag.js';
import { HttpProblem } from './http-problem.js';
import type { OpenBody } from './open-body.js';

/** The part of a full budget that is freed at once. If less were freed, each chunk that arrives would cause another scan of all bodies. */
const ROOM = 1 / 16;

/**
 * Limits the memory for partly received bodies. While there is room a sender may hold any amount. When the budget is full, the bodies of senders
 * above an equal share are cut. So a sender that holds at most the limit divided by the number of senders is never refused, however many bodies
 * another one opens. The budget itself takes memory only for open bodies.
 */
export class BodyBudget {
  private readonly open = new Bag<OpenBody>();
  private heldBytes = 0;

  constructor(private readonly limitBytes: number) {}

  /** Takes `bytes` more for the body. This body may itself be cut to make room. */
  hold(body: OpenBody, bytes: number): void {
    body.budgetSlot ??= this.open.add(body);
    body.heldBytes += bytes;
    this.heldBytes += bytes;
    if (this.heldBytes > this.limitBytes) this.makeRoom();
  }

  release(body: OpenBody): void {
    if (!body.budgetSlot) return;
    this.open.remove(body.budgetSlot);
    body.budgetSlot = undefined;
    this.heldBytes -= body.heldBytes;
    body.heldBytes = 0;
  }

  private makeRoom(): void {
    const targetBytes = this.limitBytes * (1 - ROOM);
    const senders = [...grouped(this.open.members, (body) => body.sender[0])].sort(
      (one, other) => other.bytes - one.bytes,
    );
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

/** Sorts the bodies of one network: first those of the address that holds most, and of that address the largest ones. */
function largestFirst(bodies: OpenBody[]): OpenBody[] {
  const narrowest = [...grouped(bodies, (body) => body.sender.at(-1)!)].sort((one, other) => other.bytes - one.bytes);
  return narrowest.flatMap((group) => group.bodies.sort((one, other) => other.heldBytes - one.heldBytes));
}

function overloaded(): HttpProblem {
  return new HttpProblem(503, 'overloaded', 'The service is busy. Please try again.', { retryAfterSeconds: 1 });
}
