import { SampleServiceService } from '@precis/proto/sample/v1/sample';
import { connectRpc } from '@precis/runtime/grpc-client';
import { eventually } from '@precis/testing/eventually';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from './deployment/call.js';
import { startDistributed } from './deployment/distributed.js';
import { StandaloneProcess } from './deployment/standalone-process.js';
import { auditDataFolder } from './kill-nine/audit-data-folder.js';

const LIMIT_MS = 300_000;

async function counts(address: string, secret: string, url: string): Promise<void> {
  const sample = connectRpc(SampleServiceService, { address, caller: 'operator', secret });
  const counted = async () => (await sample.countRegistrations({}, { deadlineMs: 5_000 })).registrations;
  try {
    // The demo account has registered before.
    await eventually('the first account is counted', async () => (await counted()) === 1, 30_000);
    const body = { name: 'New', email: 'new@precis.example', password: 'a password of a newcomer' };
    expect((await call(url, 'POST', '/api/auth/register', { body })).status).toBe(200);
    await eventually('the second account is counted', async () => (await counted()) === 2, 30_000);
  } finally {
    sample.close();
  }
}

describe('a registration reaches sample, whose RPC answers', () => {
  it(
    'in standalone, and the audit covers its books',
    async () => {
      const precis = await StandaloneProcess.inFreshFolder();
      try {
        const operator = JSON.parse(await readFile(join(precis.dataDir, 'operator.json'), 'utf8'));
        await counts(operator.authAddress.replace('auth.sock', 'sample.sock'), operator.secret, precis.url);
        // The next run completes everything that was in progress when it stopped.
        const audited = async () => {
          await precis.stop();
          const { exitCode, lines } = await auditDataFolder(precis.dataDir, async () => undefined);
          if (exitCode === 0) return lines.join('\n');
          await precis.start();
          return undefined;
        };
        expect(await eventually('the audit holds', audited, 120_000)).toMatch(/I6 inbox-exact: holds/);
      } finally {
        await precis.discard();
      }
    },
    LIMIT_MS,
  );

  it(
    'as a process of its own on Kafka',
    async () => {
      const precis = await startDistributed({ copies: { sample: 1 } });
      try {
        await counts(precis.operator.SAMPLE_ADDRESS, precis.operator.OPERATOR_SECRET, precis.url);
      } finally {
        await precis.close();
      }
    },
    LIMIT_MS,
  );
});
