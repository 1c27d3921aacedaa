import { StuckBus } from '@precis/events/fixture/stuck-bus';
import { startService } from '@precis/events/start-service';
import { createLogger } from '@precis/runtime/logger';
import { closeApp } from '@precis/testing/closing-app';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { auth } from './service.js';

describe('auth as a whole', () => {
  it('closes its database connections even when another part fails to close', async () => {
    const complaint = await closeApp(async (databaseUrl, folder) => {
      const config = readConfig({
        DATABASE_URL: databaseUrl,
        GRPC_URL: `unix:${join(folder, 's')}`,
        CALLER_SECRETS: 'gateway=secret-of-the-gateway',
        PUBLIC_URL: 'http://localhost',
        LINK_SECRET: 'l'.repeat(32),
        KEY_ENCRYPTION_KEYS: `1=${Buffer.alloc(32, 1).toString('base64')}`,
        API_KEY_PEPPER: 'p'.repeat(32),
        EMAIL_HASH_SECRET: 'e'.repeat(32),
      });
      const app = await startService(auth, config, { bus: new StuckBus(), logger: createLogger('test', 'silent') });
      // Auth consumes nothing: here it is the gRPC server that does not end in order.
      const [server] = app.nest.getMicroservices();
      const close = server.close.bind(server);
      Object.assign(server, { close: () => close().then(() => Promise.reject(new Error('the port does not let go'))) });
      return app;
    });
    expect(complaint).toMatchObject({ message: expect.stringContaining('auth did not close cleanly') });
  });
});
