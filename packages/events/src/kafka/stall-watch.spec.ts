import type { PartitionPlace } from './kafka-places.js';
import { StallWatch } from './kafka-watchdog.js';

const place = (partition: number, position: number, end: number): PartitionPlace => ({
  topic: 't',
  partition,
  position: BigInt(position),
  end: BigInt(end),
});

/** Looks every 15 s; returns the partitions that were stalled at the last look. */
function stalledAfter(looks: { places: PartitionPlace[]; held?: boolean }[]): number[] {
  const watch = new StallWatch(60_000);
  let stalled: PartitionPlace[] = [];
  looks.forEach(({ places, held = false }, at) => (stalled = watch.observe(places, held, at * 15_000)));
  return stalled.map(({ partition }) => partition);
}

const looks = (count: number, look: (at: number) => { places: PartitionPlace[]; held?: boolean }) =>
  Array.from({ length: count }, (_, at) => look(at));

describe('a partition is stalled', () => {
  it('when it stood still for a minute with messages before it, and not a look earlier', () => {
    expect(stalledAfter(looks(5, () => ({ places: [place(0, 3, 9)] })))).toEqual([0]);
    expect(stalledAfter(looks(4, () => ({ places: [place(0, 3, 9)] })))).toEqual([]);
  });

  it('also while new messages keep coming in', () => {
    expect(stalledAfter(looks(5, (at) => ({ places: [place(0, 3, 9 + at)] })))).toEqual([0]);
  });

  it('even while another one of the consumer moves, after ten times as long', () => {
    const beside = (at: number) => ({ places: [place(0, 3, 9), place(1, at, 1_000)] });
    expect(stalledAfter(looks(40, beside))).toEqual([]);
    expect(stalledAfter(looks(41, beside))).toEqual([0]);
  });
});

describe('a partition is not stalled', () => {
  it('when it is empty, nor immediately when a message arrives after a long silence', () => {
    expect(stalledAfter([...looks(20, () => ({ places: [place(0, 9, 9)] })), { places: [place(0, 9, 10)] }])).toEqual(
      [],
    );
  });

  it('while it moves, with any backlog', () => {
    expect(stalledAfter(looks(20, (at) => ({ places: [place(0, at, 1_000_000)] })))).toEqual([]);
  });

  it('while a handler holds a message, as during an unavailable database', () => {
    expect(stalledAfter(looks(20, () => ({ places: [place(0, 3, 9)], held: true })))).toEqual([]);
  });

  it('when it was reassigned in between: its time starts again', () => {
    const away = looks(8, (at) => ({ places: at === 4 ? [] : [place(0, 3, 9)] }));
    expect(stalledAfter(away)).toEqual([]);
  });

  it('after a time without looks', () => {
    const watch = new StallWatch(60_000);
    watch.observe([place(0, 3, 9)], false, 0);
    watch.forget();
    expect(watch.observe([place(0, 3, 9)], false, 600_000)).toEqual([]);
    expect(watch.observe([place(0, 3, 9)], false, 660_000)).toHaveLength(1);
  });
});
