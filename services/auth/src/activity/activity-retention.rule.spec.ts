import { activityKeptSince, operatorActionsKeptSince } from './activity-retention.rule.js';

describe('the retention of activity', () => {
  it.each([
    ['2026-11-22T12:00:00.123Z', '2025-11-22T12:00:00.123Z', '2024-11-22T12:00:00.123Z'],
    ['2028-02-29T00:00:00.000Z', '2027-02-28T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
    ['2025-02-28T23:59:59.999Z', '2024-02-28T23:59:59.999Z', '2023-02-28T23:59:59.999Z'],
  ])('on %s keeps activity since %s and the log of operators since %s', (now, activity, operators) => {
    expect(activityKeptSince(new Date(now)).toISOString()).toBe(activity);
    expect(operatorActionsKeptSince(new Date(now)).toISOString()).toBe(operators);
  });
});
