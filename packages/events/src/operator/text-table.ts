/** What could move the cursor, hide text or turn its direction: keys and causes may come from outside. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const WIDEST = 300;

/** Lines of a table for a terminal, each column as wide as its widest cell. */
export function textTable(head: string[], rows: (string | number | bigint | null)[][]): string[] {
  const cells = [head, ...rows.map((row) => row.map((cell) => printable(cell)))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

function printable(cell: string | number | bigint | null): string {
  const text = String(cell ?? '-').replace(UNPRINTABLE, '\ufffd');
  return text.length > WIDEST ? `${text.slice(0, WIDEST)}...` : text;
}
