import { freePorts } from '@precis/backends/free-ports';
import { mailedLink, registerUnverified } from '../deployment/accounts.js';
import { type Answer, call } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { SiteProcess } from '../deployment/site-process.js';

/** The web app's host in front of the gateways of separate processes, as in compose: the only entrance for pages and API (WEB-11, API-22). */
export function oneDoorScenario(using: () => Deployment): void {
  describe('the one door of separate processes', () => {
    let host: SiteProcess | undefined;
    let door: string;
    const page = async (path: string): Promise<Answer> => call(door, 'GET', path, { headers: { accept: 'text/html' } });

    beforeAll(async () => {
      const [port, opsPort] = await freePorts(2);
      host = new SiteProcess(port, opsPort);
      door = host.url;
      await host.start({ PUBLIC_URL: door, GATEWAY_URL: using().url });
    }, 60_000);
    afterAll(() => host?.kill());

    it.each(['/', '/login', '/pricing', '/dashboard', '/payment/success'])('%s is the web app', async (path) => {
      const { status, headers, text } = await page(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const files = [...text.matchAll(/(?:src|href)="(\/[^"]+\.\w+)"/g)].map(([, file]) => file);
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) expect([file, (await page(file)).status]).toEqual([file, 200]);
    });

    it("the link of a mail is a page there, and the page's call gives the session and a summary", async () => {
      const { email } = await registerUnverified({ ...using(), call: (...asked) => call(door, ...asked) });
      const { pathname, search, searchParams } = new URL(await mailedLink(using(), email));
      expect((await page(pathname + search)).status).toBe(200);
      const body = { token: searchParams.get('token') };
      const verified = await call(door, 'POST', '/api/auth/verify-email', { body });
      expect(verified.status).toBe(200);
      const { token } = verified.body as { token: string };
      expect((await call(door, 'GET', '/api/auth/me', { token })).body.user.email).toBe(email);
      const { apiKey: key } = (await call(door, 'POST', '/api/api-key/generate', { token })).body;
      const summary = await call(door, 'POST', '/api/youtube/summarize', {
        key,
        body: { url: 'https://youtu.be/precisDemo1' },
      });
      expect(summary.status).toBe(200);
      expect(summary.headers.get('x-ratelimit-remaining')).toBe('2');
    });

    it('a mail program that unsubscribes reaches the API, and its probes say what the gateways say', async () => {
      const posted = await call(door, 'POST', '/unsubscribe?token=nonsense', { body: {} });
      expect(posted.headers.get('content-type')).toMatch(/^application\/json/);
      expect(posted.body.request_id).toBe(posted.headers.get('x-request-id'));
      expect((await call(door, 'GET', '/readyz')).body).toEqual({ status: 'ok' });
    });

    it('ends by itself when it is asked to', async () => {
      expect(await host!.stop()).toBe(0);
    });
  });
}
