import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** An account in the form of GET /api/auth/me. */
export const mara = {
  id: '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001',
  name: 'Mara Lindqvist',
  email: 'mara@example.com',
  email_verified: true,
  has_password: true,
  wallet_balance: 41.85,
};

export const info = {
  success: true,
  base_url: 'https://precis.example',
  rate_limits: [
    { plan: 'free', videos_per_month: 3 },
    { plan: 'basic', videos_per_month: 100 },
    { plan: 'medium', videos_per_month: 500 },
    { plan: 'enterprise', videos_per_month: 3000 },
  ],
  sign_in: ['password', 'google'],
  payment_methods: ['stripe', 'crypto', 'wallet'],
  engines: ['extractive'],
  sandbox: [],
  contact: null,
  social: {},
  videos: { hero: null, promo: null },
  demo_videos: [
    {
      url: 'https://www.youtube.com/watch?v=precisDemo1',
      video_id: 'precisDemo1',
      title: 'How a canal lock lifts a boat',
      outcome: 'ok',
      status: 200,
    },
  ],
};

/** Bodies of received requests by `METHOD /path`, in order. */
export const received: Record<string, unknown[]> = {};

type Answer = Record<string, unknown> & { status?: number };

/**
 * Sets the answer to `METHOD /path` until the test ends. `status` is the HTTP status. A list gives one answer after another, and repeats the last.
 */
export function answers(line: string, ...list: (Answer | ((body: unknown, url: URL) => Answer | Promise<Answer>))[]) {
  const [method, path] = line.split(' ');
  let next = 0;
  received[line] = [];
  gateway.use(
    http[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](`*${path}`, async ({ request }) => {
      const text = await request.text();
      const body: unknown = text ? JSON.parse(text) : undefined;
      received[line].push(body);
      const step = list[Math.min(next++, list.length - 1)];
      const { status = 200, ...json } = typeof step === 'function' ? await step(body, new URL(request.url)) : step;
      return status === 0 ? HttpResponse.error() : HttpResponse.json(json, { status });
    }),
  );
}

/** The calls that every page makes. A test must answer all others itself, or the request fails it. */
export const gateway = setupServer(
  http.get('*/api/info', () => HttpResponse.json(info)),
  http.get('*/api/errors', () => HttpResponse.json({ success: true, errors: [] })),
  http.get('*/api/auth/me', () => HttpResponse.json({ success: true, user: mara, data: mara })),
);
