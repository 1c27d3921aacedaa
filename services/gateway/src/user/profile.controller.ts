import { Body, Controller, Get, Inject, Put, Query, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { me, userView } from '../auth/auth.schemas.js';
import { HASHING_DEADLINE_MS } from '../auth/hashing-deadline.js';
import { visitorOf } from '../auth/visitor.js';
import { optionalId, optionalPageSize, optionalText, requiredText } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { WalletBalances } from '../wallet/wallet-balances.js';

const USUAL_PAGE = 50;

const profileBody = z.object({
  name: requiredText(100),
  email: requiredText(254),
  // The form has no such field; one that is sent must be correct (ACC-25).
  currentPassword: optionalText(128),
});
const pageQuery = z.object({ before: optionalId(), limit: optionalPageSize(USUAL_PAGE) });
const activity = z.object({
  success: z.literal(true),
  activity: z.array(
    z.object({
      id: z.string(),
      at: z.string().describe('The last time'),
      kind: z.string().describe('A stable code, as login or password-changed'),
      by: z.string().describe('owner or operator'),
      client: z.string(),
      address: z.string(),
      times: z.number().int().describe('How many equal consecutive events this entry summarises'),
      first_at: z.string().describe('The first time'),
    }),
  ),
  more: z.boolean().describe('Whether there are older entries: ask again with before = the last id'),
});

@ApiTags('user')
@Controller('api/user')
export class ProfileController {
  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    private readonly wallets: WalletBalances,
  ) {}

  @Put('profile')
  @Operation({
    summary: 'Save the name; a new e-mail waits as pending_email until the link that is sent to it is used',
    access: 'session',
    body: profileBody,
    ok: me,
    errors: [409],
    // This route also reveals whether an address is taken.
    addressLimits: ['register'],
  })
  async update(@Req() request: FastifyRequest, @Body() body: z.output<typeof profileBody>) {
    const { name, email, currentPassword = '' } = body;
    const { accountId } = principalOf(request);
    const [{ user }, balance] = await Promise.all([
      this.auth.updateProfile(
        { accountId, name, email, currentPassword, visitor: visitorOf(request) },
        { deadlineMs: HASHING_DEADLINE_MS },
      ),
      this.wallets.of(accountId),
    ]);
    const view = userView(user!, balance);
    return { success: true, user: view, data: view };
  }

  /** ACC-35 */
  @Get('activity')
  @Operation({
    summary: 'List what changed in the account, newest first',
    access: 'session',
    query: pageQuery,
    ok: activity,
  })
  async activity(@Req() request: FastifyRequest, @Query() { before, limit }: z.output<typeof pageQuery>) {
    const { accountId } = principalOf(request);
    const { entries, more } = await this.auth.listActivity({ accountId, before, limit }, { idempotent: true });
    return {
      success: true,
      activity: entries.map(({ id, atMs, kind, by, client, address, times, firstAtMs }) => ({
        id,
        at: new Date(atMs).toISOString(),
        kind,
        by,
        client,
        address,
        times: Math.max(1, times),
        first_at: new Date(firstAtMs || atMs).toISOString(),
      })),
      more,
    };
  }
}
