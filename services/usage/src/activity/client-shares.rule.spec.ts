import fc from 'fast-check';
import { clientBucketOf } from './client-bucket.rule.js';
import { clientSharesOf } from './client-shares.rule.js';

describe('usage by client', () => {
  it.each([
    ['web playground', 'web_playground'],
    ['claude-ai', 'desktop_app'],
    ['Visual Studio Code', 'code_editor'],
    ['cursor-vscode', 'code_editor'],
    ['claude-code/2.1.0', 'terminal_client'],
    ['curl/8.5.0', 'client:curl'],
    ['', 'other'],
  ])('shows %s as %s', (client, key) => {
    expect(clientBucketOf(client).key).toBe(key);
  });

  it('joins versions and names of one bucket, the busiest first', () => {
    const shares = clientSharesOf([
      { client: 'curl/8.5.0', count: 1 },
      { client: 'curl/8.6.0', count: 1 },
      { client: 'cursor', count: 5 },
    ]);
    expect(shares.map(({ key, count }) => [key, count])).toEqual([
      ['code_editor', 5],
      ['client:curl', 2],
    ]);
  });

  it('gives percentages that sum to exactly 100.0', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 40 }), (counts) => {
        const shares = clientSharesOf(counts.map((count, index) => ({ client: `client${index}`, count })));
        expect(shares.reduce((sum, share) => sum + Math.round(share.percentage * 10), 0)).toBe(1000);
      }),
    );
  });
});
