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

function missedAfter(...looks: PartitionPlace[]): { count: number | undefined; lines: string[] } {
  const lines: string[] = [];
  const missed = new MissedMessages('g', createLogger('missed', 'error', { write: (line) => void lines.push(line) }));
  for (const look of looks) missed.note([look]);
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

  it('are those that waited in a topic that was deleted and recreated, and those that retention deletes from the new one', () => {
    const { count, lines } = missedAfter(place(4, 9), place(0, 2), place(2, 3), place(3, 4, 1));
    expect(count).toBe(6);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('made anew');
  });
});
