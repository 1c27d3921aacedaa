import { Body, Controller, HttpCode, Inject, Post, Req, UseGuards } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import { DataSource } from 'typeorm';
import { type Admitted, ApiKeyGuard } from './api-key.guard.js';
import { UsageRow } from './usage-row.entity.js';

/** The injection token of the stored summary, which is in memory: no contender looks it up. */
export const SUMMARY = Symbol('summary');

/**
 * Applies the throttle, checks the key, writes a usage row by save(), and returns the summary as an object that Express serialises. It has no
 * quota, so it does less than our product.
 */
@Controller('api/youtube')
@UseGuards(ApiKeyGuard, ThrottlerGuard)
export class SummarizeController {
  constructor(
    private readonly database: DataSource,
    @Inject(SUMMARY) private readonly summary: object,
  ) {}

  @Post('summarize')
  @HttpCode(200)
  async summarize(@Body() _: { url: string }, @Req() { accountId }: Admitted): Promise<object> {
    await this.database.getRepository(UsageRow).save({ accountId, endpoint: '/api/youtube/summarize' });
    return this.summary;
  }
}
