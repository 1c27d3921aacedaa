import { EVENTS } from './events.js';
import { TOPICS } from './topics.js';

describe('the declared topics', () => {
  it('are declared once each, and so are their types', () => {
    const names = TOPICS.map(({ name }) => name);
    const types = Object.values(EVENTS).map(({ topic, type }) => `${topic.name} ${type}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(types).size).toBe(types.length);
  });

  it('are kept for ever where a consumer added later has to read them from their beginning', () => {
    const kept = TOPICS.filter(({ name }) => name === 'auth.user.v1' || name.startsWith('billing.'));
    expect(kept.filter(({ retentionMs }) => retentionMs !== undefined)).toEqual([]);
  });
});
