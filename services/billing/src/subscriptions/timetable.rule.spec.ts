import { timetableOf } from './timetable.rule.js';

const at = (iso: string) => new Date(`${iso}T00:00:00Z`);
const free = { plan: 'free', videosPerMonth: 3 };
const basic = (from: string, to: string) => ({
  plan: 'basic',
  videosPerMonth: 100,
  startsAt: at(from),
  endsAt: at(to),
});

describe('timetableOf', () => {
  it('is Free without end for an account that has no term', () => {
    expect(timetableOf([], free, at('2026-11-01'))).toEqual([{ ...free, from: at('2026-11-01') }]);
  });

  it('has Free before, between and after the terms', () => {
    expect(
      timetableOf([basic('2027-02-01', '2027-03-01'), basic('2026-12-01', '2027-01-01')], free, at('2026-11-01')),
    ).toEqual([
      { ...free, from: at('2026-11-01'), to: at('2026-12-01') },
      { plan: 'basic', videosPerMonth: 100, from: at('2026-12-01'), to: at('2027-01-01') },
      { ...free, from: at('2027-01-01'), to: at('2027-02-01') },
      { plan: 'basic', videosPerMonth: 100, from: at('2027-02-01'), to: at('2027-03-01') },
      { ...free, from: at('2027-03-01') },
    ]);
  });

  it('leaves out a term that was ended before it began', () => {
    expect(timetableOf([basic('2026-12-01', '2026-12-01')], free, at('2026-11-01'))).toEqual([
      { ...free, from: at('2026-11-01') },
    ]);
  });
});
