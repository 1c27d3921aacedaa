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
    ['Claude Code', 'terminal_client'],
    ['Claude Code/2.1 (linux)', 'terminal_client'],
    ['Codex CLI v0.9', 'terminal_client'],
    ['Claude Desktop 1.0', 'desktop_app'],
    ['(compatible; nameless)', 'other'],
    ['curl/8.5.0', 'client:curl'],
    ['', 'other'],
  ])('shows %s as %s', (client, key) => {
    expect(clientBucketOf(client).key).toBe(key);
  });

  it.each([
    ['My Script 2.0', 'My Script'],
    ['Ferrite_Notes/1', 'Ferrite_Notes'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla'],
    ['Claude Something', 'Claude Something'],
    ['7 Samurai', '7 Samurai'],
  ])('shows the unknown %s under its own name, %s', (client, name) => {
    expect(clientBucketOf(client).name).toBe(name);
  });

  it.each([
    'Other',
    'OTHER/1.0',
    'Web Playground',
    'web playground/2',
    'web-playground',
    ' web playground',
    'Desktop app',
    'Code  Editor',
    'terminal_client',
  ])('counts %j, which copies one of our names, as Other', (client) => {
    expect(clientBucketOf(client)).toEqual({ key: 'other', name: 'Other' });
  });

  it('has one row named Other, with the nameless clients and one that calls itself so', () => {
    const shares = clientSharesOf([
      { client: 'Other', count: 2 },
      { client: '', count: 1 },
      { client: 'other/3', count: 4 },
    ]);
    expect(shares).toEqual([{ key: 'other', name: 'Other', count: 7, percentage: 100 }]);
  });

  it('has separate rows for the 20 busiest unknown clients, and counts the rest as Other', () => {
    const named = Array.from({ length: 3_000 }, (_, index) => ({ client: `n${index} tool`, count: index + 1 }));
    const shares = clientSharesOf([...named, { client: 'cursor', count: 1 }, { client: '', count: 5 }]);
    expect(shares.filter(({ key }) => key.startsWith('client:')).map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, index) => `n${2_999 - index} tool`),
    );
    expect(shares.filter(({ key }) => !key.startsWith('client:')).map(({ key }) => key)).toEqual([
      'other',
      'code_editor',
    ]);
    expect(shares.reduce((sum, { count }) => sum + count, 0)).toBe((3_000 * 3_001) / 2 + 6);
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
