/** A cell: a text from anywhere, a number of ours, an amount, or nothing. */
export type Cell = string | number | { cents: number } | null;

/** Spreadsheets run a cell that begins so, whatever it is quoted in. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * A record by RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it, which marks it as text there: titles and
 * client names come from strangers (STAT-9).
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return (cell.cents / 100).toFixed(2);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
