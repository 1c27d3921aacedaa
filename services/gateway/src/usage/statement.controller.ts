import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Downloads } from '../downloads/downloads.provider.js';
import { optionalMonth } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { USAGE, type UsageRpc } from '../rpc-clients.js';
import { callsTable } from './calls-table.js';
import { statementFile } from './statement-file.js';
import { headView, lineView, statementAnswer, type StatementQuery, statementQuery } from './statement.schemas.js';

const TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const;

const monthQuery = z.object({ month: optionalMonth() });

/** Files of a month that an account can keep: its statement, and its calls as a table. */
@ApiTags('usage')
@Controller('api/usage')
export class StatementController {
  constructor(
    @Inject(USAGE) private readonly usage: UsageRpc,
    private readonly downloads: Downloads,
  ) {}

  /** STAT-3 */
  @Get('statement')
  @Operation({
    summary: 'Read the statement that proves a month: one page as JSON, or all of it as a file',
    access: 'either',
    query: statementQuery,
    ok: statementAnswer,
    okTexts: ['application/x-ndjson', 'text/csv'],
    errors: [404],
    accountLimits: ['download'],
  })
  async statement(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() { month: asked = '', format = 'json', after, limit }: StatementQuery,
  ) {
    const { accountId } = principalOf(request);
    if (format !== 'json') {
      const pieces = statementFile(this.usage, accountId, asked, format);
      const name = `precis-statement-${asked || 'this-month'}.${format}`;
      return this.downloads.send(accountId, reply, { name, type: TYPES[format], pieces });
    }
    const found = await this.usage.getStatement(
      { accountId, month: asked, after, limit, upTo: 0 },
      { idempotent: true },
    );
    const last = found.lines.at(-1)?.seq ?? 0;
    return {
      success: true,
      statement: headView(found),
      lines: found.lines.map(lineView),
      next: last > 0 && last < found.count ? last : null,
    };
  }

  /** STAT-9 */
  @Get('details.csv')
  @Operation({
    summary: 'Download the calls of a month as a table',
    access: 'session',
    query: monthQuery,
    ok: 'csv',
    accountLimits: ['download'],
  })
  async detailsTable(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() { month = '' }: z.output<typeof monthQuery>,
  ) {
    const { accountId } = principalOf(request);
    const name = `precis-usage-${month || 'this-month'}.csv`;
    return this.downloads.send(accountId, reply, {
      name,
      type: TYPES.csv,
      pieces: callsTable(this.usage, accountId, month),
    });
  }
}
