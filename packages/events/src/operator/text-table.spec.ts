import { textTable } from './events-report.js';

describe('a table for the terminal', () => {
  it('aligns its columns and shows what is missing', () => {
    expect(
      textTable(
        ['KEY', 'LAG'],
        [
          ['u1', 7n],
          [null, 12_345],
        ],
      ),
    ).toEqual(['KEY  LAG', 'u1   7', '-    12345']);
  });

  it('prints nothing that a terminal would obey', () => {
    const [, row] = textTable(['CAUSE'], [['\u001b[2J\r\n\u202ex\u0000']]);
    expect(row).toBe('\ufffd[2J\ufffd\ufffd\ufffdx\ufffd');
  });

  it('cuts what is endless', () => {
    expect(textTable(['CAUSE'], [['x'.repeat(5_000)]])[1]).toHaveLength(303);
  });
});
