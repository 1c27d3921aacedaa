import fc from 'fast-check';
import { csvRow } from './csv.js';

/** Parses CSV by RFC 4180, independently of the code under test. */
function parse(text: string): string[][] {
  const records: string[][] = [];
  let [record, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted) {
      if (sign === '"' && text[at + 1] === '"') cell += text[++at];
      else if (sign === '"') isQuoted = false;
      else cell += sign;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',') [record, cell] = [[...record, cell], ''];
    else if (sign === '\r' && text[at + 1] === '\n') {
      records.push([...record, cell]);
      [record, cell] = [[], ''];
      at++;
    } else cell += sign;
  }
  return records;
}

describe('a table as CSV (STAT-9)', () => {
  it('is read back unchanged for any content, and no text in it begins like a formula', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '"', ',', '\r', '\n', "'", 'a') }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const read = parse(rows.map((row) => csvRow(row)).join(''));
        expect(
          read.map((row) => row.map((cell, index) => (cell.startsWith("'") ? cell.slice(1) : cell) && index)),
        ).toHaveLength(rows.length);
        for (const [at, row] of rows.entries()) {
          expect(read[at]).toHaveLength(row.length);
          for (const [place, cell] of row.entries()) {
            expect(read[at][place]).toBe(/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell);
            expect(read[at][place]).not.toMatch(/^[=+\-@\t]/);
          }
        }
      }),
    );
  });

  it('writes numbers and amounts plainly, and leaves absent values empty', () => {
    expect(csvRow(['=1+1', -5, { cents: -1005 }, null, 'a "b", c', 'ü'])).toBe(`'=1+1,-5,-10.05,,"a ""b"", c",ü\r\n`);
  });
});
