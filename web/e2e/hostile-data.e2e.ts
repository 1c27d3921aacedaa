import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltSite } from '@precis/site/built-site';
import Fastify, { type FastifyInstance } from 'fastify';
import { useBrowser } from './stage.ts';
import { watchedPage } from './watched-page.ts';

const { paths } = JSON.parse(readFileSync('web/public/paths.json', 'utf8')) as { paths: string[] };

/** A word without a place to break a line; markup; an emoji of several characters; and a direction override. */
const LONG = `${'Donaudampfschifffahrt'.repeat(10)}`;
const NASTY = `<img src=x onerror="alert(1)">"'\u202eabc👩‍👩‍👧‍👦 שלום ${LONG}`;
const AT = '2026-11-22T14:02:33.000Z';
const MONTHS = Array.from({ length: 12 }, (_, back) => `2025-${String(back + 1).padStart(2, '0')}`);
const many = <One>(count: number, one: (index: number) => One) =>
  Array.from({ length: count }, (_, index) => one(index));

const user = {
  id: '1',
  name: NASTY,
  email: `${LONG}@example.com`,
  pending_email: `new${LONG}@example.com`,
  email_verified: true,
  has_password: true,
  google_linked: false,
  wallet_balance: 1_234_567.89,
  apiKey: `prc_${'x'.repeat(46)}`,
  api_key_last_used: { at: AT, client: NASTY },
  created_at: AT,
};
const summary = {
  video_id: 'precisDemo1',
  title: NASTY,
  transcript_length: 1,
  summary: `${NASTY}\n\n- [00:01] ${NASTY}`,
  summary_type: 'auto',
  sentences: [{ start_seconds: 1, text: NASTY }],
  language: 'en',
  engine: 'extractive',
  duration_seconds: 400_000,
  focus_applied: false,
  focus_reason: 'not_found',
  not_covered: many(300, (index) => ({ start_seconds: index * 1_000, end_seconds: index * 1_000 + 999 })),
  dropped_sentences: 3_000_000,
  warnings: many(300, (index) => ({
    code: 'instruction_like_text',
    field: 'transcript',
    start_seconds: index * 1_000,
    end_seconds: index * 1_000 + 999,
  })),
};
const subscription = { plan: 'basic', isActive: true, remainingDays: 9, videoLimit: 100, endDate: 1_795_996_800 };
const durations = ['monthly', '3months', '6months', 'yearly'].map((key) => ({ key, price: 99_999.99 }));

/** The gateway's answers by path; everything that people or callers may have written is hostile. */
const ANSWERS: Record<string, object> = {
  '/api/auth/me': { user, data: user },
  '/api/info': {
    base_url: `https://${LONG.toLowerCase().slice(0, 60)}.example`,
    rate_limits: [{ plan: LONG, videos_per_month: 3_000_000 }],
    sign_in: ['password', 'google'],
    payment_methods: ['stripe', 'crypto', 'wallet'],
    sandbox: many(6, (index) => `part ${index}`),
    contact: `${LONG.toLowerCase().slice(0, 60)}@precis.example`,
    social: { microblog: 'https://micro.example/@precis', community: 'https://chat.example/precis' },
    videos: { hero: null, promo: null },
    demo_videos: many(12, (index) => ({
      url: `https://youtu.be/precisDem${10 + index}`,
      video_id: `precisDem${10 + index}`,
      title: NASTY,
      outcome: 'ok',
      status: 200,
    })),
  },
  '/api/status': { api: 'operational', source: 'degraded', payments: 'down' },
  '/api/subscription/my-plan': { subscription },
  '/api/subscription/plans': {
    plans: ['free', 'basic', 'medium', 'enterprise'].map((key) => ({
      key,
      name: key,
      features: ['99 videos', 'Support'],
      price: key === 'free' ? 0 : 99_999.99,
      durations: key === 'free' ? [] : durations,
      videos_per_month: 3_000_000,
    })),
  },
  '/api/usage/summary': {
    data: {
      current: { used: 2_999_999, remaining: 1, limit: 3_000_000, percentage: 100 },
      monthly: MONTHS.map((month) => ({ month, label: month, count: 9_999_999 })),
    },
  },
  '/api/usage/details': {
    daily: [{ date: '2025-12-31', count: 10_000, logs: many(10_000, () => ({ time: AT, endpoint: `/api/${LONG}` })) }],
  },
  '/api/usage/clients': {
    month: '2025-12',
    clients: many(1_000, (index) => ({ key: `c${index}`, name: `${index} ${NASTY}`, count: 10, percentage: 0.1 })),
    count: 10_000,
  },
  '/api/referral/link': { referral_link: `https://precis.example/register?ref=${LONG}`, referral_code: LONG },
  '/api/referral/stats': {
    total_earnings: 9_999_999.99,
    total_referrals: 9_999_999,
    pending_earnings: 9_999_999.99,
    completed_earnings: 9_999_999.99,
  },
  '/api/referral/history': {
    history: many(50, (index) => ({
      id: `${index}`,
      created_at: AT,
      referred_id: LONG,
      amount_earned: 1_234_567.89,
      percentage: 15,
      status: LONG,
    })),
    next: 'more',
  },
  '/api/payment/history': {
    history: many(20, (index) => ({
      id: `${index}`,
      created_at: AT,
      plan: LONG,
      payment_method: LONG,
      amount: 1_234_567.89,
      status: LONG,
      receipt_number: LONG,
    })),
    next: null,
  },
  '/api/wallet/statement': {
    entries: many(20, (sequence) => ({ sequence, created_at: AT, reason: LONG, amount: -1_234_567.89, balance: 9 })),
    next: null,
  },
  '/api/auth/sessions': {
    sessions: many(20, (index) => ({
      id: `${index}`,
      current: index === 0,
      client: NASTY,
      address: LONG,
      created_at: AT,
      expires_at: AT,
    })),
  },
  '/api/user/activity': {
    activity: many(20, (index) => ({ id: `${index}`, at: AT, kind: LONG, by: 'user', client: NASTY, address: LONG })),
    more: true,
  },
  '/api/youtube/summaries': {
    summaries: many(10, (index) => ({
      id: `${index}`,
      video_id: 'precisDemo1',
      title: NASTY,
      summary_type: 'auto',
      duration_seconds: 400_000,
      created_at: AT,
      client: NASTY,
      ticks: many(400, (at) => at * 1_000),
    })),
    next: 'more',
  },
  '/api/youtube/summaries/0': { data: summary },
  '/mcp/server.json': { packages: [{ identifier: `https://precis.example/${NASTY}.tgz`, fileSha256: NASTY }] },
};
const ROUTES = [
  ...paths.filter((path) => !['/auth/callback', '/login', '/register', '/forgot-password'].includes(path)),
  ...['password', 'sessions', 'activity', 'billing', 'notifications', 'webhooks', 'data'].map(
    (tab) => `/profile?tab=${tab}`,
  ),
  ...['authentication', 'endpoints', 'limits', 'errors', 'examples', 'mcp'].map((tab) => `/docs?tab=${tab}`),
];

describe('hostile names of people, programs and videos', () => {
  let site: FastifyInstance;
  let origin: string;
  const stage = useBrowser();

  beforeAll(async () => {
    site = Fastify();
    new BuiltSite({ root: join(process.cwd(), 'web/dist/site'), publicUrl: 'https://precis.example' }).routes(site);
    origin = await site.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(() => site?.close());

  async function open(path: string) {
    // A token without `exp` is left to the server, which this test simulates.
    const watched = await watchedPage(stage.browser, origin, { token: 'a.b.c', width: 360 });
    watched.page.on('dialog', (dialog) => watched.complaints.push(`ran: ${dialog.message()}`));
    await watched.context.route(/\/(api|mcp)\/[^?]*/, (route) => {
      const json = ANSWERS[new URL(route.request().url()).pathname];
      return json ? route.fulfill({ json }) : route.fulfill({ status: 503, json: { error: NASTY } });
    });
    await watched.page.goto(origin + path, { waitUntil: 'networkidle' });
    await watched.page.locator('h1').first().waitFor({ state: 'attached' });
    return watched;
  }

  /** Elements that extend beyond the right side of the page, and are not inside an element that scrolls or clips. */
  const standingOut = () => {
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= wide) return [];
    const isHeld = (part: Element) => {
      for (let at = part.parentElement; at; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return at !== document.body;
      return false;
    };
    const parts = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (part) => part.getBoundingClientRect().right > wide + 1 && !isHeld(part),
    );
    return [
      `${document.documentElement.scrollWidth} px`,
      ...parts.slice(0, 12).map((part) => `${part.tagName} ${part.className} ${part.textContent?.slice(0, 30)}`),
    ];
  };

  it.each(ROUTES)('%s stays within 360 px, and runs no script from them', async (path) => {
    const { page, complaints, context } = await open(path);
    try {
      expect(await page.evaluate(standingOut)).toEqual([]);
      expect(complaints.filter((text) => !text.includes('503'))).toEqual([]);
    } finally {
      await context.close();
    }
  });

  it('a stored summary and a day of 10,000 calls stay within 360 px too', async () => {
    const { page, complaints, context } = await open('/playground');
    try {
      await page.getByRole('button', { name: 'Your summaries' }).click();
      await page
        .getByRole('button', { name: /^Read / })
        .first()
        .click();
      await page.getByText('Read again at no cost').waitFor();
      expect(await page.evaluate(standingOut)).toEqual([]);
      await page.goto(`${origin}/usage`);
      await page.getByRole('button', { name: /Show Details/ }).click();
      await page.getByRole('button', { name: 'Show 200 more' }).click();
      expect(await page.evaluate(standingOut)).toEqual([]);
      expect(complaints.filter((text) => !text.includes('503'))).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
