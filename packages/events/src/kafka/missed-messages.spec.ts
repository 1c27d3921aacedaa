import { createLogger } from '@precis/runtime/logger';
import { MissedMessages } from './kafka-watchdog.js';
import type { PartitionPlace } from './kafka-places.js';

const place = (position: number, end: number, missed?: number): PartitionPlace => ({
  topic: 't',
  partition: 0,
  position: BigInt(position),
  end: BigInt(end),
  ...(missed && { missed: BigInt(missed) }),
});

/** The moment at which a late look began: before all others. */
const LONG_AGO = 0;

function missedAfter(...looks: (PartitionPlace | { late: PartitionPlace })[]): {
  count: number | undefined;
  lines: string[];
} {
  const lines: string[] = [];
  const missed = new MissedMessages('g', createLogger('missed', 'error', { write: (line) => void lines.push(line) }));
  for (const look of looks) {
    if ('late' in look) missed.note([look.late], LONG_AGO);
    else missed.note([look], performance.now());
  }
  return { count: missed.counts.get('t'), lines };
}

describe('the messages that a group missed', () => {
  it('are none while it continues, lags far behind, or is rewound', () => {
    expect(missedAfter(place(0, 9), place(5, 20), place(20, 20), place(0, 20))).toEqual({
      count: undefined,
      lines: [],
    });
  });

  it('are those that retention deleted, logged once', () => {
    const { count, lines } = missedAfter(place(2, 9), place(6, 9, 4), place(6, 9, 4), place(8, 9, 6));
    expect([count, lines.length]).toEqual([6, 2]);
  });

  it('are none when a look ends after another one that began later, whatever the next one finds', () => {
    expect(missedAfter(place(5, 20), { late: place(4, 9) }, place(6, 20), place(20, 30))).toEqual({
      count: undefined,
      lines: [],
    });
  });

  it('are those that retention deleted, also when only a late look saw it', () => {
    expect(missedAfter(place(2, 9), { late: place(6, 9, 4) }, place(6, 12)).count).toBe(4);
  });

  it('are those of a topic that was made anew during overlapping looks, as the next one shows', () => {
    expect(missedAfter(place(4, 9), { late: place(0, 2) }, place(0, 2)).count).toBe(5);
  });

  it('are those that waited in a topic that was deleted and recreated, and those that retention deletes from the new one', () => {
    const { count, lines } = missedAfter(place(4, 9), place(0, 2), place(2, 3), place(3, 4, 1));
    expect(count).toBe(6);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('made anew');
  });
});
