import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { ListPlansResponse } from '@precis/proto/billing/v1/billing';
import type { ListDemoVideosResponse, ListEnginesResponse } from '@precis/proto/summarisation/v1/summarisation';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { z } from 'zod';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { Operation } from '../http/operation.decorator.js';
import { PaymentMethods } from '../payment/payment-methods.js';
import { LastAnswer } from './last-answer.js';
import { BILLING, SUMMARISATION, type BillingRpc, type SummarisationRpc } from '../rpc-clients.js';

/** Injects the names of the parts that the deployment simulates. */
export const SANDBOXED = Symbol('sandboxed');

/** All fields are at top level and need no credential (API-6, API-16, API-17, API-23, API-25). */
const info = z.object({
  success: z.literal(true),
  base_url: z.string(),
  rate_limits: z
    .array(z.object({ plan: z.string(), videos_per_month: z.number().int() }))
    .describe('The last known ones while billing is unavailable; empty while they are unknown'),
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
  demo_videos: z
    .array(
      z.object({
        url: z.string(),
        video_id: z.string(),
        title: z.string(),
        outcome: z.string(),
        status: z.number().int(),
      }),
    )
    .describe(
      'The last known ones while the service that makes summaries is unavailable; empty while they are unknown',
    ),
});

@ApiTags('info')
@Controller('api/info')
export class InfoController {
  private readonly plans: LastAnswer<ListPlansResponse>;
  private readonly demos: LastAnswer<ListDemoVideosResponse>;
  private readonly engines: LastAnswer<ListEnginesResponse>;

  constructor(
    @Inject(BILLING) billing: BillingRpc,
    @Inject(SUMMARISATION) summarisation: SummarisationRpc,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(SANDBOXED) private readonly sandboxed: string[],
    private readonly paymentMethods: PaymentMethods,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.plans = new LastAnswer(logger, 'the plans', (options) => billing.listPlans({}, options));
    this.demos = new LastAnswer(logger, 'the demo videos', (options) => summarisation.listDemoVideos({}, options));
    // A summarisation of the previous release has no such call.
    this.engines = new LastAnswer(logger, 'the engines', (options) => summarisation.listEngines({}, options));
  }

  @Get()
  @Operation({ summary: 'Base address, monthly limits by plan, and videos to test with', ok: info })
  async info() {
    const [plans, demos, engines, methods] = await Promise.all([
      this.plans.read(),
      this.demos.read(),
      this.engines.read(),
      this.paymentMethods.list(),
    ]);
    return {
      success: true,
      base_url: this.config.PUBLIC_URL,
      rate_limits: (plans?.plans ?? []).map(({ key, videosPerMonth }) => ({
        plan: key,
        videos_per_month: videosPerMonth,
      })),
      sign_in: this.config.GOOGLE_SIGN_IN === 'on' ? ['password', 'google'] : ['password'],
      payment_methods: methods,
      engines: engines?.engines ?? [],
      sandbox: this.sandboxed,
      contact: this.config.CONTACT || null,
      social: this.config.SOCIAL_LINKS,
      videos: { hero: this.config.HERO_VIDEO || null, promo: this.config.PROMO_VIDEO || null },
      demo_videos: (demos?.videos ?? []).map(({ url, videoId, title, outcome, status }) => ({
        url,
        video_id: videoId,
        title,
        outcome,
        status,
      })),
    };
  }
}
