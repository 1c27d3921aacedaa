import { GatewayWorld } from '../testing/gateway-world.js';

const VIDEO = { url: 'https://youtu.be/precisDemo1', videoId: 'precisDemo1', title: 'A', outcome: 'ok', status: 200 };
const KNOWN = {
  rate_limits: [{ plan: 'free', videos_per_month: 3 }],
  engines: ['extractive'],
  demo_videos: [{ url: VIDEO.url, video_id: 'precisDemo1', title: 'A', outcome: 'ok', status: 200 }],
};
let world: GatewayWorld;
let hung: Promise<void> | undefined;
beforeEach(async () => {
  hung = undefined;
  world = await GatewayWorld.start({
    billing: {
      listPlans: async () => {
        await hung;
        return {
          plans: [{ key: 'free', name: 'Free', features: [], priceCents: 0, durations: [], videosPerMonth: 3 }],
        };
      },
      listPaymentMethods: () => ({ methods: [] }),
    },
    summarisation: {
      listDemoVideos: () => ({ videos: [VIDEO] }),
      listEngines: () => ({ engines: ['extractive'] }),
    },
  });
}, 30_000);
afterEach(() => world.close());

const info = () => world.call('GET', '/api/info');
const away = (isAway: boolean) => {
  for (const name of ['billing', 'summarisation'] as const) world.services[name].away = isAway;
};

describe('GET /api/info while other services are unavailable (API-23)', () => {
  it('has the last known plans, engines and demo videos', async () => {
    expect((await info()).body).toMatchObject(KNOWN);
    away(true);
    const { status, body } = await info();
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...KNOWN, payment_methods: [] });
  });

  it('still says how users sign in when it never knew them, and has them as soon as they are available', async () => {
    away(true);
    expect((await info()).body).toMatchObject({
      success: true,
      rate_limits: [],
      engines: [],
      demo_videos: [],
      payment_methods: [],
      sign_in: ['password'],
    });
    away(false);
    expect((await info()).body).toMatchObject(KNOWN);
  });

  it('does not wait for a service that hangs when it has its last answer', async () => {
    await info();
    const over = Promise.withResolvers<void>();
    hung = over.promise;
    expect((await info()).body).toMatchObject(KNOWN);
    over.resolve();
  });
});
