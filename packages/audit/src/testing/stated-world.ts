import { createHash } from 'node:crypto';

/** An account whose statement has a charge and its refund. It has no charged call, so it does not disturb the other planted faults. */
const STATED = '77777777-7777-4777-8777-777777777777';

const sha256 = (...fields: (string | number)[]) =>
  createHash('sha256')
    .update(['precis-statement-v1', ...fields].join('\n'))
    .digest('hex');

const month = new Date().toISOString().slice(0, 7);
/** After the world's charged call, which dates from before the product wrote lines. */
const timeOf = (index: number) => new Date(Date.now() - 60_000 + index).toISOString();

/** Two lines, in the format of docs/statement.md. */
export function statedRows(): string {
  let prev = sha256('genesis', sha256('account', STATED).slice(0, 32), month);
  const lines = ['charge', 'refund'].map((kind, index) => {
    const [seq, at, units] = [index + 1, timeOf(index), index === 0 ? 1 : -1];
    prev = sha256('line', prev, seq, at, STATED, units, kind);
    return `('${month}', '${STATED}', ${seq}, '${at}', '${STATED}', ${units}, '${kind}', '\\x${prev}', 1000, 1)`;
  });
  return `
    INSERT INTO quota_accounts (account_id) VALUES ('${STATED}');
    INSERT INTO quota_months (account_id, month, used, reserved, line_count, line_units, head)
    VALUES ('${STATED}', '${month}', 0, 0, 2, 0, '\\x${prev}');
    INSERT INTO statement_lines (month, account_id, seq, at, call_id, units, kind, hash, call_row, attempt) VALUES ${lines.join(', ')};`;
}

const one = (set: string) => `UPDATE statement_lines SET ${set} WHERE account_id = '${STATED}'`;
const plant = (change: string, undo: string, says: string) => ({
  breaks: 'I10 statements',
  in: 'usage',
  plant: change,
  undo,
  says: `account ${STATED}, ${month}: ${says}`,
});

export const STATEMENT_VIOLATIONS = [
  plant(
    `${one(`at = at + interval '1 millisecond'`)} AND seq = 2`,
    `${one(`at = at - interval '1 millisecond'`)} AND seq = 2`,
    'line 2 is not what its chain says',
  ),
  plant(
    `${one(`hash = set_byte(hash, 0, 255 - get_byte(hash, 0))`)} AND seq = 1`,
    `${one(`hash = set_byte(hash, 0, 255 - get_byte(hash, 0))`)} AND seq = 1`,
    'line 1 is not what its chain says',
  ),
  plant(
    `CREATE TABLE kept AS SELECT * FROM statement_lines WHERE account_id = '${STATED}' AND seq = 2; DELETE FROM statement_lines WHERE account_id = '${STATED}' AND seq = 2`,
    'INSERT INTO statement_lines SELECT * FROM kept; DROP TABLE kept',
    'the chain does not lead to the head, 2 lines of 1, used 0, units 0 of 1',
  ),
  plant(
    `UPDATE quota_months SET line_units = 1 WHERE account_id = '${STATED}'`,
    `UPDATE quota_months SET line_units = 0 WHERE account_id = '${STATED}'`,
    'the chain is whole, 2 lines of 2, used 0, units 1 of 0',
  ),
];
