import { cleanup, render, screen } from '@testing-library/react';
import { frame } from '../texts/frame';
import { Landing } from '../landing/landing';
import { answers } from '../testing/gateway';
import { freshToken, openPage } from '../testing/open-page';
import { keepSessionToken } from '../lib/session-token';

type Page = Awaited<ReturnType<typeof openPage>>;
type Json = Record<string, unknown>;

/** A page with answers that have only the fields of the specification; operations that it does not name answer 404. */
interface Case {
  at: string;
  calls: Record<string, Json>;
  /** The user's steps on the page, if any. */
  steps?: (page: Page) => Promise<void>;
  shows: (string | RegExp)[];
}

const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const user = { name: 'Ada', email: 'ada@example.com', wallet_balance: 4.5 };
const ME = { 'GET /api/auth/me': { user } };
const usage = {
  'GET /api/usage/summary': {
    data: {
      current: { used: 1, remaining: 2, limit: 3, percentage: 33.3 },
      monthly: [{ month: '2026-11', label: 'Nov 2026', count: 1 }],
    },
  },
};
const clients = {
  'GET /api/usage/clients': { clients: [{ key: 'curl', name: 'curl', count: 4, percentage: 100 }], count: 4 },
};
const subscription = { plan: 'basic', isActive: true, remainingDays: 9, videoLimit: 100, endDate: 1_796_256_000 };
const plan = { 'GET /api/subscription/my-plan': { subscription } };
const plans = {
  'GET /api/subscription/plans': {
    plans: [
      { key: 'free', name: 'Free', features: ['One'], price: 0 },
      { key: 'basic', name: 'Basic', features: ['One'], price: 9, durations: [{ key: 'monthly', price: 9 }] },
      { key: 'medium', name: 'Medium', features: ['One'], price: 19, durations: [{ key: 'monthly', price: 19 }] },
      { key: 'new', name: 'New', features: [], price: 29, durations: [{ key: 'monthly', price: 29 }] },
    ],
  },
};
const info = {
  'GET /api/info': { base_url: 'https://precis.example', rate_limits: [{ plan: 'free', videos_per_month: 3 }] },
};

const CASES: Case[] = [
  { at: '/dashboard', calls: { ...plan, ...usage, ...clients }, shows: ['Basic', 'ada@example.com', '$4.50'] },
  {
    at: '/playground',
    calls: {
      ...usage,
      'POST /api/youtube/playground/summarize': { success: true, data: { summary: 'A cat sleeps.' } },
    },
    steps: async ({ user: person }) => {
      await person.type(await screen.findByLabelText('YouTube address'), WATCH);
      await person.click(screen.getByLabelText('Detail'));
      await person.click(screen.getByRole('button', { name: 'Show Summary' }));
      expect(await screen.findByText('A cat sleeps.')).toBeTruthy();
      await person.click(screen.getByLabelText('Plain text'));
      expect(screen.getByRole('textbox', { name: 'Summary as plain text' })).toHaveProperty('rows', 18);
      await person.click(screen.getByRole('button', { name: 'Play the video' }));
      expect(document.querySelector('iframe')?.src).toContain('/embed/dQw4w9WgXcQ?');
    },
    shows: ['Video summarized successfully!', 'Untitled video', 'Detail'],
  },
  {
    at: '/playground',
    calls: {
      ...usage,
      'POST /api/youtube/info': {
        data: { video_id: 'dQw4w9WgXcQ', title: 'A cat', transcript_available: true, available_languages: ['en'] },
      },
      'POST /api/youtube/playground/summarize': { success: true, data: { summary: 'A cat sleeps.' } },
    },
    steps: async ({ user: person }) => {
      await person.type(await screen.findByLabelText('YouTube address'), WATCH);
      await person.click(screen.getByRole('button', { name: 'Show Summary' }));
    },
    shows: ['Video summarized successfully!', 'A cat sleeps.'],
  },
  {
    at: '/usage',
    calls: {
      ...usage,
      'GET /api/usage/details': {
        daily: [
          {
            date: '2026-11-22',
            count: 2,
            logs: [
              { time: '2026-11-22T10:00:00Z', endpoint: '/a' },
              { time: '11:30', endpoint: '/b' },
            ],
          },
        ],
      },
    },
    steps: async ({ user: person }) => person.click(await screen.findByRole('button', { name: /^Show Details/ })),
    shows: ['10:00:00', '11:30', '/b'],
  },
  { at: '/client-usage', calls: clients, shows: ['Client Usage Distribution', '100.0%'] },
  {
    at: '/referrals',
    calls: {
      'GET /api/referral/link': { referral_link: 'https://precis.example/register?ref=ABC', referral_code: 'ABC' },
      'GET /api/referral/stats': {
        total_earnings: 3,
        total_referrals: 1,
        pending_earnings: 1,
        completed_earnings: 2,
      },
      'GET /api/referral/history': {
        history: [
          {
            id: 'r1',
            created_at: '2026-11-22T10:00:00Z',
            referred_id: '0123456789',
            amount_earned: 3,
            percentage: 15,
            status: 'completed',
          },
        ],
      },
    },
    shows: ['ABC', '22 Nov 2026', '01234567', '15%'],
  },
  {
    at: '/pricing',
    calls: { ...plans, ...plan },
    shows: ['100 videos a month', 'Current Plan', 'Choose New', 'Continue with Free Plan'],
  },
  {
    at: '/api-keys',
    calls: { 'POST /api/api-key/generate': { apiKey: 'prc_0123456789' } },
    steps: async ({ user: person }) => person.click(await screen.findByRole('button', { name: 'Generate API Key' })),
    shows: ['API key generated successfully!', 'prc_0123456789'],
  },
  {
    at: '/profile',
    calls: { 'PUT /api/user/profile': { data: { ...user, name: 'Ada L' } } },
    steps: async ({ user: person }) => {
      await person.type(await screen.findByLabelText('Name'), ' L');
      await person.click(screen.getByRole('button', { name: 'Save' }));
      expect(await screen.findByRole('button', { name: 'Ada L' })).toBeTruthy();
    },
    shows: ['Profile updated successfully!'],
  },
  { at: '/profile?tab=billing', calls: { ...plan, 'GET /api/payment/history': {} }, shows: ['No payments yet'] },
  ...['sessions', 'activity', 'notifications', 'data', 'password'].map((tab) => ({
    at: `/profile?tab=${tab}`,
    calls: {},
    shows: [tab === 'data' ? /^Data$/ : new RegExp(tab, 'i')],
  })),
  { at: '/docs', calls: {}, shows: [/precis\.example/] },
  { at: '/payment/cancel', calls: {}, shows: ['Payment cancelled'] },
  // The answer is the user itself.
  { at: '/terms', calls: { 'GET /api/auth/me': user }, shows: ['Ada', '$4.50'] },
];

/** Fields that a newer server might add, in every object of its answers. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withMore(inner)] as const);
  return { ...Object.fromEntries(entries), of_a_newer_server: { list: [null, 1, { a: 'b' }] } };
}

/** What a careless server might do: every unknown field is null. */
function answer(calls: Case['calls'], change: (value: unknown) => unknown): void {
  for (const [line, body] of Object.entries({ ...NOT_NAMED, ...info, ...ME, ...calls }))
    answers(line, change(body) as Json);
}

/** Operations that the specification does not name; a server with only its operations lacks them. */
const NOT_NAMED: Record<string, Json> = Object.fromEntries(
  [
    'GET /api/youtube/summaries',
    'POST /api/youtube/info',
    'GET /api/wallet/statement',
    'GET /api/auth/sessions',
    'GET /api/auth/google/identities',
    'GET /api/user/activity',
    'GET /api/user/notifications',
    'GET /api/status',
    'GET /api/errors',
    'POST /api/payment/quote',
    'GET /api/subscription/my-plan',
    'GET /api/usage/summary',
    'GET /api/usage/clients',
  ].map((line) => [line, { status: 404 }]),
);

const CHANGES: [string, (value: unknown) => unknown][] = [
  ['the fields of the specification alone', (value) => value],
  ['fields that nobody here knows', withMore],
];

describe.each(CHANGES)('with %s', (_name, change) => {
  it.each(CASES.map((one) => [one.at, one] as const))(
    '%s shows its content, and no part breaks (WEB-42)',
    async (at, one) => {
      answer(one.calls, change);
      const page = await openPage(at, { signedIn: true });
      await one.steps?.(page);
      for (const text of one.shows) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
      expect(screen.queryByText(frame.crashed)).toBeNull();
      expect(page.path()).toBe(at);
    },
  );

  it('a login keeps the session and its user (WEB-42)', async () => {
    answer({ 'POST /api/auth/login': { token: freshToken(), user }, ...plan, ...usage, ...clients }, change);
    const { user: person } = await openPage('/login');
    await person.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    await person.type(screen.getByLabelText('Password'), 'not a secret{Enter}');
    expect(await screen.findByText('Login successful!')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Ada' })).toBeTruthy();
    expect((await screen.findAllByText('Basic')).length).toBeGreaterThan(0);
    cleanup();
  });

  it('the landing page shows whose session it is, and the prices (WEB-42)', async () => {
    answer(plans, change);
    keepSessionToken(freshToken());
    render(<Landing />);
    expect(await screen.findByRole('button', { name: 'Ada' })).toBeTruthy();
    expect(await screen.findByText('$9.00')).toBeTruthy();
  });
});
