import { join } from 'node:path';
import { freshFolder, removeFolder, runStandalone } from './testing/standalone-trial.js';

describe('standalone with a mail server of its own', () => {
  let folder: string;
  beforeEach(async () => void (folder = await freshFolder()));
  afterEach(() => removeFolder(folder));

  it('offers no way to act as somebody else: no mailbox, no clock to move, no Google sandbox', async () => {
    const trial = runStandalone(join(folder, 'data'), { SMTP_URL: 'smtp://127.0.0.1:9' });
    try {
      const url = await trial.url();
      expect(((await (await fetch(`${url}/api/info`)).json()) as { sign_in: string[] }).sign_in).toEqual(['password']);
      const { headers } = await fetch(`${url}/api/auth/google`, { redirect: 'manual' });
      expect(headers.get('location')).toMatch(/\/auth\/callback\?error=google_not_configured$/);
      for (const path of ['/sandbox/mailbox', '/sandbox/clock'])
        expect((await fetch(`${url}${path}`)).status).toBe(404);
    } finally {
      trial.child.kill('SIGTERM');
      await trial.ended;
    }
  }, 180_000);
});
