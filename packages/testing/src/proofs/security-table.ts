/** A test that serves as proof: its file, and its title in the source. */
export interface Proof {
  file: string;
  title: string;
}

/** One row of the checklist in docs/SECURITY.md, with the rows of tests below it. */
export interface ChecklistRow {
  /** Ids of ASVS 5, or names of our own. */
  ids: string[];
  behaviour: string;
  state: 'test' | 'open' | 'deviation';
  /** For an open row the area that will close it; for a deviation its number in the table of deviations. */
  detail?: string;
  proofs: Proof[];
}

/** The content of docs/SECURITY.md. */
export interface SecurityTables {
  rows: ChecklistRow[];
  /** Numbers of the deliberate deviations. */
  deviations: string[];
  /** Lines of the checklist that are neither a row nor a test. */
  faults: string[];
}

const HEAD = '| id | required behaviour here | state | test |';
const ROW = /^\| ([^|]+) \| ([^|]+) \| (?:(test)|(open): ([a-z]+)|(deviation) (\d+)) \| \|$/;
const TEST = /^\| \| \| \| `([^`|]+)` > (.+) \|$/;

/** Reads the tables of the document. A row is followed by one line for each test that proves it. */
export function securityTables(text: string): SecurityTables {
  const tables: SecurityTables = { rows: [], deviations: [], faults: [] };
  const [before, checklist = ''] = text.split(`${HEAD}\n`);
  tables.deviations = [...before.matchAll(/^\| (\d+) \| /gm)].map(([, number]) => number);
  for (const line of checklist.split('\n').slice(1)) {
    if (!line.startsWith('|')) break;
    const [, ids, behaviour, test, open, area, deviation, number] = ROW.exec(line) ?? [];
    const [, file, title] = TEST.exec(line) ?? [];
    if (ids) {
      const state = (test ?? open ?? deviation) as ChecklistRow['state'];
      tables.rows.push({ ids: ids.split(', '), behaviour, state, detail: area ?? number, proofs: [] });
    } else if (file && tables.rows.length > 0) tables.rows.at(-1)!.proofs.push({ file, title });
    else tables.faults.push(line);
  }
  return tables;
}
