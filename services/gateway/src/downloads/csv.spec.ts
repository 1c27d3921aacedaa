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
  it('is read back unchanged for any content, apart from apostrophes, and no text in it begins like a formula', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '＝', '\t', '"', ',', ';', '\r', '\n', 'a') }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const read = parse(rows.map((row) => csvRow(row)).join(''));
        expect(read).toHaveLength(rows.length);
        for (const [at, row] of rows.entries()) {
          expect(read[at].map((cell) => cell.replaceAll("'", ''))).toEqual(row.map((cell) => cell.replaceAll("'", '')));
          for (const cell of read[at]) {
            expect(cell).not.toMatch(/^[\t\r\n]/);
            // Also as a spreadsheet reads it that splits at semicolons, tabs or lines.
            for (const part of cell.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[=+\-@＝＋－＠]/);
          }
        }
      }),
    );
  });

  it('puts an apostrophe before a formula after a semicolon, and changes no other text', () => {
    expect(csvRow(["Talk;=cmd|' /C calc'!A0", 'a-b = c; d', "it's -5"])).toBe(
      `Talk;'=cmd|' /C calc'!A0,a-b = c; d,it's -5\r\n`,
    );
  });

  it('writes numbers and amounts plainly, and leaves absent values empty', () => {
    expect(csvRow(['=1+1', -5, { cents: -1005 }, null, 'a "b", c', 'ü'])).toBe(`'=1+1,-5,-10.05,,"a ""b"", c",ü\r\n`);
  });
});
