import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import { z } from 'zod';
import { Operation } from '../http/operation.decorator.js';
import { STATES, StatusOfDeployment } from './deployment-status.js';

const state = z.enum(STATES);
const status = z.object({
  success: z.literal(true),
  api: state,
  source: state.describe('YouTube, by the look-ups of the last 15 minutes; unknown while there were none'),
  payments: state.describe('down while no payment method is offered'),
});

@ApiTags('info')
@Controller('api/status')
export class StatusController {
  constructor(private readonly deployment: StatusOfDeployment) {}

  @Get()
  @Operation({ summary: 'The current status of the parts, at most 15 s old', ok: status })
  async status() {
    return { success: true, ...(await this.deployment.read()) };
  }
}
