import type { Proof } from './security-table.js';

/** One row of docs/spec-coverage.md, with the tests below it. */
export interface CoverageRow {
  /** A rule of docs/product.md, and behind a colon which of its texts, times or thresholds: `WEB-24: copied for 2 s`. */
  name: string;
  /** `WEB-24` */
  rule: string;
  shown: string;
  proofs: Proof[];
}

/** What docs/spec-coverage.md says. */
export interface CoverageTable {
  rows: CoverageRow[];
  /** Lines of its tables that are neither a row nor a test, and names that are there twice. */
  faults: string[];
}

const HEAD = '| rule | what the screen shows | test |';
const ROW = /^\| (([A-Z]+-[1-9]\d*)(?:: [^|]+)?) \| ([^|]+) \| \|$/;
const TEST = /^\| \| \| `([^`|]+)` > (.+) \|$/;

/** The tables of the document. A row is followed by one line for each test that shows it. */
export function coverageTable(text: string): CoverageTable {
  const table: CoverageTable = { rows: [], faults: [] };
  for (const line of text.split('\n')) {
    if (!line.startsWith('|') || line === HEAD || /^\|[-|]+\|$/.test(line)) continue;
    const [, name, rule, shown] = ROW.exec(line) ?? [];
    const [, file, title] = TEST.exec(line) ?? [];
    if (rule) {
      if (table.rows.some((row) => row.name === name)) table.faults.push(`${name} is there twice`);
      table.rows.push({ name, rule, shown, proofs: [] });
    } else if (file && table.rows.length > 0) table.rows.at(-1)!.proofs.push({ file, title });
    else table.faults.push(line);
  }
  return table;
}

/** Rules of the web app that are built and have no row. */
export function rulesWithoutRow(marks: Map<string, 'built' | 'planned'>, { rows }: CoverageTable): string[] {
  const shown = new Set(rows.map(({ rule }) => rule));
  return [...marks]
    .filter(([id, mark]) => id.startsWith('WEB-') && mark === 'built' && !shown.has(id))
    .map(([id]) => id);
}
