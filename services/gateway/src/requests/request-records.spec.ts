import { RequestRecord } from '@precis/proto/usage/v1/usage';
import { createLogger } from '@precis/runtime/logger';
import { Registry } from 'prom-client';
import type { UsageRpc } from '../rpc-clients.js';
import { RequestRecords } from './request-records.js';

describe('the records of requests that wait while their gateway stops', () => {
  it('are given up at the limit when usage does not answer, and counted like those that come later', async () => {
    const lines: string[] = [];
    const metrics = new Registry();
    const usage = { recordRequests: () => new Promise(() => undefined) } as unknown as UsageRpc;
    const logger = createLogger('records', 'warn', { write: (line) => void lines.push(line) });
    const records = new RequestRecords(usage, logger, metrics);
    const record = RequestRecord.decode(new Uint8Array());
    records.add(record, true);
    records.add(record, true);
    await records.close(10);
    records.add(record, true);
    expect(lines.map((line) => (JSON.parse(line) as { records: number }).records)).toEqual([2]);
    const { values } = await metrics.getSingleMetric('precis_request_records_lost_total')!.get();
    expect(values.find(({ labels }) => labels.why === 'away')?.value).toBe(3);
  });
});
