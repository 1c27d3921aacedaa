import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import { errorList, type ErrorGroup, PUBLIC_ERRORS } from '@precis/error-codes/error-codes';
import { z } from 'zod';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { Operation } from '../http/operation.decorator.js';

const GROUPS = Object.keys(PUBLIC_ERRORS) as ErrorGroup[];
const explained = z.object({
  code: z.string(),
  group: z.enum(GROUPS),
  statuses: z.array(z.number().int()).describe('Empty when only items of jobs and batches carry the code'),
  cause: z.string(),
  next: z.string().describe('What to do about it'),
  retryable: z.boolean().describe('Whether the same request may succeed later'),
  charged: z
    .enum(['never', 'rarely'])
    .describe(
      'never: it cost no video; rarely: it did if the answer was lost after the charge, and GET /api/requests/{id} tells',
    ),
  docs_url: z.string(),
});
const errors = z.object({ success: z.literal(true), errors: z.array(explained) });

/** Lists the error codes of the one table (API-28). */
@ApiTags('info')
@Controller('api/errors')
export class ErrorsController {
  constructor(@Inject(GATEWAY_CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>) {}

  @Get()
  @Operation({ summary: 'List every error code, its cause, and what to do about it', ok: errors })
  list(): z.output<typeof errors> {
    return { success: true, errors: errorList(this.config.PUBLIC_URL) };
  }
}
