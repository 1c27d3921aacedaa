import { Controller, Get, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { message } from '../auth/auth.schemas.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { BILLING, type BillingRpc } from '../rpc-clients.js';

const price = z.number().describe('US dollars per month');
const plan = z.object({
  key: z.string(),
  name: z.string(),
  features: z.array(z.string()),
  price,
  durations: z.array(z.object({ key: z.enum(['monthly', '3months', '6months', 'yearly']), price })),
  videos_per_month: z.number().int(),
});
const plans = z.object({ success: z.literal(true), plans: z.array(plan) });
const subscription = z.object({
  success: z.literal(true),
  subscription: z.object({
    plan: z.string(),
    isActive: z.boolean(),
    remainingDays: z.number().int().nullable(),
    videoLimit: z.number().int(),
    endDate: z.number().int().nullable().describe('Unix seconds; null for Free'),
  }),
});

@ApiTags('subscription')
@Controller('api/subscription')
export class SubscriptionController {
  constructor(@Inject(BILLING) private readonly billing: BillingRpc) {}

  @Get('plans')
  @Operation({ summary: 'List the plans and their prices', ok: plans })
  async plans() {
    const found = await this.billing.listPlans({}, { idempotent: true });
    return {
      success: true,
      plans: found.plans.map(({ key, name, features, priceCents, durations, videosPerMonth }) => ({
        key,
        name,
        features,
        price: priceCents / 100,
        durations: durations.map((duration) => ({ key: duration.key, price: duration.priceCents / 100 })),
        videos_per_month: videosPerMonth,
      })),
    };
  }

  @Get('my-plan')
  @Operation({ summary: 'Read the plan of the signed-in user', access: 'session', ok: subscription })
  async myPlan(@Req() request: FastifyRequest) {
    const found = await this.billing.getSubscription(
      { accountId: principalOf(request).accountId },
      { idempotent: true },
    );
    return {
      success: true,
      subscription: {
        plan: found.plan,
        isActive: found.isActive,
        remainingDays: found.remainingDays ?? null,
        videoLimit: found.videoLimit,
        endDate: found.endDateSeconds ?? null,
      },
    };
  }

  /** PAY-16 */
  @Post('cancel')
  @Operation({
    summary: 'Cancel the plan: it runs to the end of its term without reminders; a repeat succeeds as well',
    access: 'session',
    ok: message,
    errors: [400],
  })
  async cancel(@Req() request: FastifyRequest) {
    const { accountId } = principalOf(request);
    const { endDateSeconds } = await this.billing.cancelSubscription({ accountId }, { idempotent: true });
    const date = new Date(endDateSeconds * 1_000).toISOString().slice(0, 10);
    return { success: true, message: `Subscription will remain active until ${date}` };
  }
}
