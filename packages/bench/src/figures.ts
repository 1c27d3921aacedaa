/** The values of a figure, one per round. */
export interface Figure {
  values: number[];
  digits: number;
}

/** A row of a table: the name, and a figure or a word for each column. */
export interface Row {
  name: string;
  cells: (Figure | string)[];
}

/** The results of a measurement. */
export interface Table {
  title: string;
  columns: string[];
  rows: Row[];
}

/** A promised limit, and whether this run keeps it. */
export interface Bar {
  what: string;
  isMet: boolean;
  /** Set for a count, which must be right even in a short run on a busy machine. */
  isCount?: true;
}

/** Creates a figure from one value per round. */
export const figure = (values: number[], digits = 0): Figure => ({ values, digits });

/** Divides one figure by another, round by round, because the machine's speed changes between rounds. */
export function ratio(over: Figure, under: Figure): Figure {
  return figure(
    over.values.map((value, round) => value / under.values[round]),
    2,
  );
}

/** The sum of several figures, round by round. */
export function sum(figures: Figure[]): Figure {
  return figure(figures[0].values.map((_, round) => figures.reduce((all, one) => all + one.values[round], 0)));
}

/** The median of the values. */
export function medianOf({ values }: Figure): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

/** Formats the median, followed by the minimum and maximum of the rounds. */
export function shown(cell: Figure | string): string {
  if (typeof cell === 'string') return cell;
  const text = (value: number) =>
    value.toLocaleString('en', { maximumFractionDigits: cell.digits, minimumFractionDigits: cell.digits });
  if (cell.values.length < 2) return text(cell.values[0]);
  return `${text(medianOf(cell))} (${text(Math.min(...cell.values))}-${text(Math.max(...cell.values))})`;
}

/** Formats the table as markdown. */
export function markdownOf({ title, columns, rows }: Table): string {
  const lines = [
    ['', ...columns],
    ['---', ...columns.map(() => '---')],
    ...rows.map(({ name, cells }) => [name, ...cells.map(shown)]),
  ];
  return `**${title}**\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** Formats a bar as one line. */
export const lineOf = ({ what, isMet }: Bar): string => `${isMet ? 'met   ' : 'MISSED'} ${what}`;
