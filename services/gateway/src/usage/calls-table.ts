import { csvRow } from '../downloads/csv.js';
import type { UsageRpc } from '../rpc-clients.js';

const PAGE = 1_000;

/**
 * Writes the calls of a month as CSV, oldest first, like GET /api/usage/details (STAT-9). Without `asked` it is the month in which the download
 * begins, also when a new month begins meanwhile.
 */
export async function* callsTable(usage: UsageRpc, accountId: string, asked: string): AsyncGenerator<string> {
  let text = csvRow(['time', 'endpoint', 'client', 'title']);
  let [month, cursor] = [asked, ''];
  do {
    const page = await usage.listCalls({ accountId, month, cursor, limit: PAGE }, { idempotent: true });
    yield (
      text +
      page.calls
        .map(({ atMs, ...call }) => csvRow([timeOf(atMs), call.endpoint, call.client, call.title ?? null]))
        .join('')
    );
    text = '';
    ({ month, next: cursor } = page);
  } while (cursor !== '');
}

const timeOf = (ms: number) => new Date(ms).toISOString();
