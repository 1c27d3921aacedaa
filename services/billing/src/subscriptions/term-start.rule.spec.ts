import { type HeldTerm, placeTerm, resizeTerm, resumeTerm } from './term-start.rule.js';

const at = (iso: string) => new Date(`${iso}T00:00:00Z`);
const [BASIC, MEDIUM, ENTERPRISE] = [1, 2, 3];
const held = (id: string, rank: number, months: number, from: string, to: string): HeldTerm => ({
  id,
  rank,
  months,
  startsAt: at(from),
  endsAt: at(to),
});
const now = at('2026-11-21');

describe('placeTerm', () => {
  it('begins the first term now', () => {
    expect(placeTerm([], { rank: BASIC, months: 1 }, now)).toEqual({
      startsAt: now,
      endsAt: at('2026-12-21'),
      changed: [],
    });
  });

  it('begins on a whole second, so that the event matches the database exactly', () => {
    expect(placeTerm([], { rank: BASIC, months: 1 }, new Date('2026-11-21T10:00:00.999Z')).startsAt).toEqual(
      new Date('2026-11-21T10:00:00Z'),
    );
  });

  it('begins now when the last term of the same plan has lapsed', () => {
    const lapsed = held('a', BASIC, 1, '2026-09-01', '2026-10-01');
    expect(placeTerm([lapsed], { rank: BASIC, months: 1 }, now)).toEqual({
      startsAt: now,
      endsAt: at('2026-12-21'),
      changed: [],
    });
  });

  it('extends the same plan from where it ends', () => {
    const running = held('a', BASIC, 1, '2026-11-01', '2026-12-01');
    expect(placeTerm([running], { rank: BASIC, months: 3 }, now)).toEqual({
      startsAt: at('2026-12-01'),
      endsAt: at('2027-03-01'),
      changed: [],
    });
  });

  it('begins a lower plan when the last running term ends', () => {
    const running = [
      held('a', ENTERPRISE, 1, '2026-11-01', '2026-12-01'),
      held('b', ENTERPRISE, 1, '2026-12-01', '2027-01-01'),
    ];
    expect(placeTerm(running, { rank: BASIC, months: 1 }, now)).toEqual({
      startsAt: at('2027-01-01'),
      endsAt: at('2027-02-01'),
      changed: [],
    });
  });

  it('begins a higher plan now and ends the running lower term now', () => {
    const running = held('a', BASIC, 12, '2026-11-01', '2027-11-01');
    expect(placeTerm([running], { rank: ENTERPRISE, months: 1 }, now)).toEqual({
      startsAt: now,
      endsAt: at('2026-12-21'),
      changed: [{ id: 'a', startsAt: at('2026-11-01'), endsAt: now }],
    });
  });

  it('lets lower terms that have not begun follow the higher one in full length', () => {
    const terms = [held('a', MEDIUM, 1, '2026-11-01', '2026-12-01'), held('b', BASIC, 3, '2026-12-01', '2027-03-01')];
    expect(placeTerm(terms, { rank: ENTERPRISE, months: 6 }, now)).toEqual({
      startsAt: now,
      endsAt: at('2027-05-21'),
      changed: [
        { id: 'a', startsAt: at('2026-11-01'), endsAt: now },
        { id: 'b', startsAt: at('2027-05-21'), endsAt: at('2027-08-21') },
      ],
    });
  });

  it('puts an extension of the running plan before a waiting lower plan', () => {
    const terms = [held('a', MEDIUM, 1, '2026-11-01', '2026-12-01'), held('b', BASIC, 1, '2026-12-01', '2027-01-01')];
    expect(placeTerm(terms, { rank: MEDIUM, months: 1 }, now)).toEqual({
      startsAt: at('2026-12-01'),
      endsAt: at('2027-01-01'),
      changed: [{ id: 'b', startsAt: at('2027-01-01'), endsAt: at('2027-02-01') }],
    });
  });

  it('leaves terms that have ended untouched', () => {
    const ended = held('a', BASIC, 1, '2026-10-01', '2026-11-01');
    expect(placeTerm([ended], { rank: ENTERPRISE, months: 1 }, now).changed).toEqual([]);
  });
});

describe('resizeTerm (PAY-32, PAY-68)', () => {
  const day = 86_400;
  const running = held('a', MEDIUM, 1, '2026-11-01', '2026-12-01');
  const waiting = held('b', BASIC, 3, '2026-12-01', '2027-03-01');

  it('lets a running term last that long from now, and the waiting terms follow in full length', () => {
    expect(resizeTerm([running, waiting], 'a', 0, now)).toEqual([
      { id: 'a', startsAt: at('2026-11-01'), endsAt: now },
      { id: 'b', startsAt: now, endsAt: at('2027-02-21') },
    ]);
    expect(resizeTerm([running, waiting], 'a', 20 * day, now)).toEqual([
      { id: 'a', startsAt: at('2026-11-01'), endsAt: at('2026-12-11') },
      { id: 'b', startsAt: at('2026-12-11'), endsAt: at('2027-03-11') },
    ]);
  });

  it('lets a waiting term last that long from its start, or not at all, and leaves the terms before it', () => {
    const lasting = (endsAt: string) => [{ id: 'b', startsAt: at('2026-12-01'), endsAt: at(endsAt) }];
    expect(resizeTerm([running, waiting], 'b', 0, now)).toEqual(lasting('2026-12-01'));
    expect(resizeTerm([running, waiting], 'b', 10 * day, now)).toEqual(lasting('2026-12-11'));
  });

  it('does not change an ended term', () => {
    const over = held('c', BASIC, 1, '2026-10-01', '2026-11-01');
    expect(resizeTerm([over, running], 'c', 10 * day, now)).toEqual([]);
  });
});

describe('resumeTerm (PAY-32)', () => {
  const rest = (rank: number) => ({ rank, months: 0, seconds: 86_400 });
  const running = held('a', BASIC, 1, '2026-11-01', '2026-12-01');

  it('begins now when nothing runs', () => {
    expect(resumeTerm([held('c', BASIC, 1, '2026-10-01', '2026-11-01')], rest(MEDIUM), now)).toEqual({
      startsAt: now,
      endsAt: new Date(now.getTime() + 86_400_000),
      changed: [],
    });
  });

  it('begins after a running lower term and before a waiting one', () => {
    const waiting = held('b', BASIC, 1, '2026-12-01', '2027-01-01');
    expect(resumeTerm([running, waiting], rest(MEDIUM), now)).toEqual({
      startsAt: at('2026-12-01'),
      endsAt: at('2026-12-02'),
      changed: [{ id: 'b', startsAt: at('2026-12-02'), endsAt: at('2027-01-02') }],
    });
  });

  it('lets a new term between it and a running lower one begin after it, and ends no term', () => {
    const restored = { ...held('b', ENTERPRISE, 0, '2026-12-01', '2026-12-02'), seconds: 86_400 };
    expect(placeTerm([running, restored], { rank: MEDIUM, months: 1 }, now)).toEqual({
      startsAt: at('2026-12-02'),
      endsAt: at('2027-01-02'),
      changed: [],
    });
  });
});
