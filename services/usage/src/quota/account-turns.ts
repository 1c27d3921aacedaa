import { Bulkhead, busy } from '@precis/runtime/bulkhead';

/** The turns use only a part of the pool's connections. An account has one turn at a time, so a locked account takes one place. */
const TURNS = { atOnce: 4, atOnceOfOne: 1, waiting: 5_000, waitingOfOne: 1_000, refusal: busy(1) };
/** A turn usually takes a few milliseconds, on a busy node up to a hundred. */
const STUCK_AFTER_MS = 200;

interface Line {
  /** The account's turns that run or wait. */
  turns: number;
  /** When its last turn was done, or else when the line began. */
  unmovedSince: number;
}

/**
 * The turns of accounts whose operations need transactions of their own: because the account stays locked, or because apply-operation.rule.ts decides
 * them. While four locked accounts hold all places, every other account here waits until one of the four ends.
 */
export class AccountTurns {
  private readonly places = new Bulkhead(TURNS);
  private readonly lines = new Map<string, Line>();

  /**
   * Runs `turn` after the account's earlier turns. `stuck`: the account stayed locked during a wait already. When too many turns wait, it rejects with
   * 503 `busy`.
   */
  async run(accountId: string, turn: () => Promise<void>, { stuck }: { stuck: boolean }): Promise<void> {
    const line = this.lines.get(accountId) ?? { turns: 0, unmovedSince: performance.now() };
    this.lines.set(accountId, line);
    line.turns += 1;
    if (stuck) line.unmovedSince = -Infinity;
    const noted = async () => {
      await turn();
      line.unmovedSince = performance.now();
    };
    try {
      await this.places.run(noted, accountId);
    } finally {
      line.turns -= 1;
      if (line.turns === 0) this.lines.delete(accountId);
    }
  }

  /** Whether the account's turns have not moved for long. Then its next operations must not delay those of other accounts again. */
  isStuck(accountId: string): boolean {
    const line = this.lines.get(accountId);
    return line !== undefined && performance.now() - line.unmovedSince > STUCK_AFTER_MS;
  }
}
