/** A cell: a text from any source, a number of ours, an amount, or nothing. */
export type Cell = string | number | { cents: number } | null;

/**
 * Spreadsheets run a cell that begins like this as a formula, even in quotes. Where the list separator is a semicolon, as in Germany and France, they
 * split a text there, and every part is a cell. Pasted text is split at tabs. In East Asia, full-width signs begin a formula too.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * Writes a record by RFC 4180. Titles and client names come from strangers, so what a spreadsheet would run as a formula gets an apostrophe in
 * front, which marks it as text (STAT-9).
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return (cell.cents / 100).toFixed(2);
  const text = cell.replace(FORMULA, "'");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
