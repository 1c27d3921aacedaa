import { StuckBus } from '@precis/events/fixture/stuck-bus';
import { startService } from '@precis/events/start-service';
import { createLogger } from '@precis/runtime/logger';
import { closeApp } from '@precis/testing/closing-app';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { usage } from './service.js';

describe('usage as a whole', () => {
  it('frees its database also when another part of it fails to close', async () => {
    const complaint = await closeApp((databaseUrl, folder) => {
      const config = readConfig({
        DATABASE_URL: databaseUrl,
        GRPC_URL: `unix:${join(folder, 's')}`,
        CALLER_SECRETS: 'gateway=secret-of-the-gateway',
        BILLING_ADDRESS: `unix:${join(folder, 'no-billing')}`,
        AUTH_ADDRESS: `unix:${join(folder, 'no-auth')}`,
        SUMMARISATION_ADDRESS: `unix:${join(folder, 'no-summarisation')}`,
        CALLER_SECRET: 'secret-of-usage-here',
      });
      return startService(usage, config, { bus: new StuckBus(), logger: createLogger('test', 'silent') });
    });
    expect(complaint).toMatchObject({ message: expect.stringContaining('usage did not close cleanly') });
  });
});
