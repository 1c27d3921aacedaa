import type { GetStatementResponse } from '@precis/proto/usage/v1/usage';
import { CSV_COLUMNS, csvEnd, csvRecord } from '@precis/statement/statement-line';
import { HttpProblem } from '../http/http-problem.js';
import type { UsageRpc } from '../rpc-clients.js';
import { headView, lineView } from './statement.schemas.js';

const PAGE = 1_000;

const linesForgotten = () =>
  new HttpProblem(
    404,
    'statement_forgotten',
    'The lines of this statement are no longer kept. Its last hash (head) and the number of its lines are still available.',
  );

/**
 * Writes a whole month as a file, page by page, up to the line that was the last when the download began; later charges are not in it (STAT-3).
 * Without `asked` it is the month in which the download begins, also when a new month begins meanwhile. In NDJSON the head comes first, in CSV last.
 * A truncated file therefore lacks lines or its last record.
 */
export async function* statementFile(
  usage: UsageRpc,
  accountId: string,
  asked: string,
  format: 'ndjson' | 'csv',
): AsyncGenerator<string> {
  const ask = (month: string, after: number, upTo: number) =>
    usage.getStatement({ accountId, month, after, limit: PAGE, upTo }, { idempotent: true });
  const first = await ask(asked, 0, 0);
  if (!first.linesKept && first.count > 0) throw linesForgotten();
  yield (
    (format === 'csv' ? `${CSV_COLUMNS.join(',')}\r\n` : json({ statement: headView(first) })) + text(first, format)
  );
  for (let after = first.lines.length; after < first.count;) {
    const page = await ask(first.month, after, first.count);
    // The lines were deleted during the download: the file stays truncated, which its count shows.
    if (page.lines.length === 0) return;
    yield text({ ...page, account: first.account, month: first.month }, format);
    after += page.lines.length;
  }
  if (format === 'csv') yield csvEnd(first);
}

function text({ account, month, lines }: GetStatementResponse, format: 'ndjson' | 'csv'): string {
  return lines
    .map(lineView)
    .map((line) => (format === 'csv' ? csvRecord(account, month, line) : json(line)))
    .join('');
}

const json = (value: object) => `${JSON.stringify(value)}\n`;
