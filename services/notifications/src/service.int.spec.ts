import { StuckBus } from '@precis/events/fixture/stuck-bus';
import { startService } from '@precis/events/start-service';
import { createLogger } from '@precis/runtime/logger';
import { closeApp } from '@precis/testing/closing-app';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { notifications } from './service.js';

describe('notifications as a whole', () => {
  it('frees its database also when another part of it fails to close', async () => {
    const complaint = await closeApp((databaseUrl, folder) => {
      const config = readConfig({
        DATABASE_URL: databaseUrl,
        AUTH_ADDRESS: `unix:${join(folder, 'no-auth')}`,
        CALLER_SECRET: 'secret-of-notifications',
        GRPC_URL: `unix:${join(folder, 'own')}`,
        CALLER_SECRETS: 'gateway=secret-of-the-gateway',
        PUBLIC_URL: 'https://precis.example',
        UNSUBSCRIBE_SECRET: 'unsubscribe-secret-of-the-tests-0',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'Precis <no-reply@precis.example>',
        WEBHOOK_ENCRYPTION_KEYS: `1=${Buffer.alloc(32, 1).toString('base64')}`,
      });
      return startService(notifications, config, { bus: new StuckBus(), logger: createLogger('test', 'silent') });
    });
    expect(complaint).toMatchObject({ message: expect.stringContaining('notifications did not close cleanly') });
  });
});
