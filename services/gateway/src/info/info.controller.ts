import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import { z } from 'zod';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { Operation } from '../http/operation.decorator.js';
import { PaymentMethods } from '../payment/payment-methods.js';
import { BILLING, SUMMARISATION, type BillingRpc, type SummarisationRpc } from '../rpc-clients.js';

/** Injects the names of the parts that the deployment simulates. */
export const SANDBOXED = Symbol('sandboxed');

/** All fields are at top level and need no credential (API-6, API-16, API-17, API-23, API-25). */
const info = z.object({
  success: z.literal(true),
  base_url: z.string(),
  rate_limits: z.array(z.object({ plan: z.string(), videos_per_month: z.number().int() })),
  sign_in: z.array(z.enum(['password', 'google'])),
  payment_methods: z.array(z.string()).describe('Of stripe, crypto and wallet; empty while billing is unavailable'),
  engines: z
    .array(z.string())
    .describe(
      'The engines that write summaries, in the order in which they are tried; the last one writes what the others cannot; empty while they are unknown',
    ),
  sandbox: z.array(z.string()).describe('Parts that this deployment simulates'),
  contact: z.string().nullable().describe('A mail address, or an https address'),
  social: z.object({
    microblog: z.string().optional(),
    photos: z.string().optional(),
    community: z.string().optional(),
    messenger: z.string().optional(),
  }),
  videos: z
    .object({ hero: z.url().nullable(), promo: z.url().nullable() })
    .describe('Videos of the landing page, as addresses to watch them'),
  demo_videos: z.array(
    z.object({
      url: z.string(),
      video_id: z.string(),
      title: z.string(),
      outcome: z.string(),
      status: z.number().int(),
    }),
  ),
});

@ApiTags('info')
@Controller('api/info')
export class InfoController {
  constructor(
    @Inject(BILLING) private readonly billing: BillingRpc,
    @Inject(SUMMARISATION) private readonly summarisation: SummarisationRpc,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(SANDBOXED) private readonly sandboxed: string[],
    private readonly paymentMethods: PaymentMethods,
  ) {}

  @Get()
  @Operation({ summary: 'Base address, monthly limits by plan, and videos to test with', ok: info })
  async info() {
    const [{ plans }, { videos }, { engines }, methods] = await Promise.all([
      this.billing.listPlans({}, { idempotent: true }),
      this.summarisation.listDemoVideos({}, { idempotent: true }),
      // A summarisation of the previous release has no such call.
      this.summarisation.listEngines({}, { idempotent: true }).catch(() => ({ engines: [] })),
      this.paymentMethods.list(),
    ]);
    return {
      success: true,
      base_url: this.config.PUBLIC_URL,
      rate_limits: plans.map((plan) => ({ plan: plan.key, videos_per_month: plan.videosPerMonth })),
      sign_in: this.config.GOOGLE_SIGN_IN === 'on' ? ['password', 'google'] : ['password'],
      payment_methods: methods,
      engines,
      sandbox: this.sandboxed,
      contact: this.config.CONTACT || null,
      social: this.config.SOCIAL_LINKS,
      videos: { hero: this.config.HERO_VIDEO || null, promo: this.config.PROMO_VIDEO || null },
      demo_videos: videos.map(({ url, videoId, title, outcome, status }) => ({
        url,
        video_id: videoId,
        title,
        outcome,
        status,
      })),
    };
  }
}
