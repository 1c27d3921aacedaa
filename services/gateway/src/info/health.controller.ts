import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '../openapi/documented.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { z } from 'zod';
import { Readiness } from './readiness.js';

const ok = z.object({ status: z.literal('ok') });

/** Probes need no credential (API-6). */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** 200 while the process is alive. */
  @Get('healthz')
  @Operation({ summary: 'Liveness', ok })
  health() {
    return { status: 'ok' };
  }

  /** 200 only when every part serves. */
  @Get('readyz')
  @Operation({ summary: 'Readiness', ok })
  async ready() {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
