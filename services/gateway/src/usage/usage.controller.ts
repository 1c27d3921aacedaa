import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { optionalMonth } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { USAGE, type UsageRpc } from '../rpc-clients.js';

const monthQuery = z.object({ month: optionalMonth() });
type MonthQuery = z.output<typeof monthQuery>;

const count = z.number().int();
const summary = z.object({
  success: z.literal(true),
  data: z.object({
    current: z.object({ used: count, remaining: count, limit: count, percentage: z.number() }),
    monthly: z.array(z.object({ month: z.string(), label: z.string(), count })),
  }),
});
const log = z.object({
  time: z.string(),
  endpoint: z.string(),
  client: z.string().describe('The name that the call gave: X-Client-Name, otherwise User-Agent; empty without either'),
  title: z.string().nullable().describe('Title of the summary; null when it is no longer in the list of summaries'),
});
const daily = z.array(z.object({ date: z.string(), count, logs: z.array(log) }));
const details = z.object({ success: z.literal(true), month: z.string(), daily });
const clients = z.array(z.object({ key: z.string(), name: z.string(), count, percentage: z.number() }));
const clientUsage = z.object({ success: z.literal(true), month: z.string(), clients, count });

@ApiTags('usage')
@Controller('api/usage')
export class UsageController {
  constructor(@Inject(USAGE) private readonly usage: UsageRpc) {}

  @Get('summary')
  @Operation({ summary: 'Read the usage of this month and the last 12', access: 'either', ok: summary })
  async summary(@Req() request: FastifyRequest) {
    const { used, remaining, limit, months } = await this.usage.getSummary(
      { accountId: principalOf(request).accountId },
      { idempotent: true },
    );
    const percentage = limit === 0 ? 100 : Math.min(100, Math.round((used * 1000) / limit) / 10);
    return {
      success: true,
      data: {
        current: { used, remaining, limit, percentage },
        monthly: months.map(({ month, count }) => ({ month, label: labelOf(month), count })),
      },
    };
  }

  @Get('details')
  @Operation({
    summary: 'Read a month by day, with each charged call',
    access: 'session',
    query: monthQuery,
    ok: details,
  })
  async details(@Req() request: FastifyRequest, @Query() query: MonthQuery) {
    const found = await this.usage.getDetails(
      { accountId: principalOf(request).accountId, month: query.month ?? '' },
      { idempotent: true },
    );
    return {
      success: true,
      month: found.month,
      daily: found.days.map(({ date, logs }) => ({
        date,
        count: logs.length,
        logs: logs.map(({ atMs, endpoint, client, title }) => ({
          time: new Date(atMs).toISOString(),
          endpoint,
          client,
          title: title ?? null,
        })),
      })),
    };
  }

  @Get('clients')
  @Operation({ summary: 'Read a month by client', access: 'session', query: monthQuery, ok: clientUsage })
  async clients(@Req() request: FastifyRequest, @Query() query: MonthQuery) {
    const found = await this.usage.getClients(
      { accountId: principalOf(request).accountId, month: query.month ?? '' },
      { idempotent: true },
    );
    return {
      success: true,
      month: found.month,
      clients: found.clients.map(({ key, name, count, percentage }) => ({ key, name, count, percentage })),
      count: found.clients.reduce((sum, client) => sum + client.count, 0),
    };
  }
}

/** Formats `2026-11` as `Nov 2026`. */
function labelOf(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
