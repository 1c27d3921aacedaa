import { freshEmail, mailedToken } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError, expectQuotaHeaders, nextMonthSeconds, thisMonth } from '../deployment/error-answers.js';

interface DemoVideo {
  url: string;
  video_id: string;
  outcome: string;
}

/** A newcomer's path over HTTP alone, one step per test. The test knows only the address and the contents of answers. */
export function newcomerScenario(using: () => Deployment): void {
  describe("a newcomer's path", () => {
    const account = { name: 'Nadia Canary', email: freshEmail(), password: 'pw-canary of the first day' };
    let token: string;
    let key: string;
    let videos: DemoVideo[];
    const summarise = (body: object, headers: Record<string, string>) =>
      using().call('POST', '/api/youtube/summarize', { body, headers });

    it('finds plans, limits and videos to try without an account', async () => {
      const info = (await using().call('GET', '/api/info')).body;
      videos = (info.demo_videos as DemoVideo[]).filter(({ outcome }) => outcome === 'ok');
      expect(videos.length).toBeGreaterThanOrEqual(3);
      expect(info.rate_limits[0]).toEqual({ plan: 'free', videos_per_month: 3 });
      expect((await using().call('GET', '/api/subscription/plans')).body.plans[0]).toMatchObject({
        key: 'free',
        price: 0,
      });
    });

    it('registers, is refused at login until the mail is answered, and verifies', async () => {
      expect((await using().call('POST', '/api/auth/register', { body: account })).status).toBe(200);
      expect((await using().call('POST', '/api/auth/login', { body: account })).status).toBe(403);
      const mailed = await mailedToken(using(), account.email);
      expect((await using().call('POST', '/api/auth/verify-email', { body: { token: mailed } })).status).toBe(200);
    });

    it('logs in and sees a Free account without a key', async () => {
      const login = await using().call('POST', '/api/auth/login', {
        body: { email: account.email, password: account.password },
      });
      expect(login.status).toBe(200);
      token = login.body.token;
      expect(login.body.user).toMatchObject({ name: account.name, email: account.email, email_verified: true });
      expect(login.body.user).not.toHaveProperty('apiKey');
      expect((await using().call('GET', '/api/subscription/my-plan', { token })).body.subscription).toMatchObject({
        plan: 'free',
        isActive: true,
        videoLimit: 3,
      });
    });

    it('generates the key and looks a video up, at no cost', async () => {
      key = (await using().call('POST', '/api/api-key/generate', { token })).body.apiKey;
      const info = await using().call('POST', '/api/youtube/info', { key, body: { url: videos[0].url } });
      expect(info.body.data).toMatchObject({ video_id: videos[0].video_id, transcript_available: true });
      expectQuotaHeaders(info, 3, 3);
    });

    it('summarises with either header and in the playground: three videos', async () => {
      const first = await summarise({ url: videos[0].url }, { 'x-api-key': key, 'x-client-name': 'cursor' });
      expect(first.body.data).toMatchObject({ video_id: videos[0].video_id, summary: expect.stringMatching(/\S{2,}/) });
      expectQuotaHeaders(first, 3, 2);
      const second = await summarise(
        { url: videos[1].url, custom_prompt: 'What does it cost?' },
        { authorization: `Bearer ${key}`, 'user-agent': 'nadias-script/0.1' },
      );
      expect(second.status).toBe(200);
      expectQuotaHeaders(second, 3, 1);
      const third = await using().call('POST', '/api/youtube/playground/summarize', {
        token,
        body: { url: videos[0].url, summary_type: 'short' },
      });
      expect(third.body).toMatchObject({ success: true, data: { summary: expect.stringMatching(/\S{2,}/) } });
      expectQuotaHeaders(third, 3, 0);
    });

    it('is refused the fourth video of the month with 429 and the reset', async () => {
      const fourth = await summarise({ url: videos[2].url }, { 'x-api-key': key });
      expectPublicError(fourth, 429, 'quota_exceeded');
      expect(fourth.body).toMatchObject({ limit: 3, remaining: 0, reset: nextMonthSeconds() });
      expectQuotaHeaders(fourth, 3, 0);
    });

    it('sees the three in overview, details and clients', async () => {
      const overview = (await using().call('GET', '/api/usage/summary', { token })).body.data;
      expect(overview.current).toEqual({ used: 3, remaining: 0, limit: 3, percentage: 100 });
      expect(overview.monthly.at(-1)).toMatchObject({ month: thisMonth(), count: 3 });
      const { daily } = (await using().call('GET', '/api/usage/details', { token })).body;
      expect(daily.flatMap(({ logs }: { logs: unknown[] }) => logs)).toHaveLength(3);
      const { clients, count } = (await using().call('GET', '/api/usage/clients', { token })).body;
      expect(count).toBe(3);
      expect(clients.map(({ name }: { name: string }) => name.toLowerCase()).sort()).toEqual([
        'code editor',
        'nadias-script',
        'web playground',
      ]);
    });

    it('sees when and by whom the key was last used', async () => {
      const { user } = (await using().call('GET', '/api/auth/me', { token })).body;
      expect(user.apiKey).toBe(key);
      expect(Date.now() - Date.parse(user.api_key_last_used.at)).toBeLessThan(60_000);
      expect(user.api_key_last_used.client).toEqual(expect.any(String));
    });
  });
}
