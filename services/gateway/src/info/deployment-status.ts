import { Inject, Injectable, Optional } from '@nestjs/common';
import { SourceState } from '@precis/proto/summarisation/v1/summarisation';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { answerInTime } from '../answer-in-time.js';
import { PaymentMethods } from '../payment/payment-methods.js';
import { SUMMARISATION, type SummarisationRpc } from '../rpc-clients.js';
import { Readiness } from './readiness.js';

export const STATES = ['operational', 'degraded', 'down', 'unknown'] as const;
export type State = (typeof STATES)[number];

export interface DeploymentStatus {
  api: State;
  source: State;
  payments: State;
}

const FRESH_MS = 15_000;

const SOURCE_STATES: Partial<Record<SourceState, State>> = {
  [SourceState.SOURCE_STATE_OPERATIONAL]: 'operational',
  [SourceState.SOURCE_STATE_DEGRADED]: 'degraded',
  [SourceState.SOURCE_STATE_DOWN]: 'down',
};

/** The status of the parts as the services report it, read at most once in 15 s for all callers (API-26). Never rejects. */
@Injectable()
export class StatusOfDeployment {
  private known?: { status: DeploymentStatus; untilMs: number };
  private asking?: Promise<DeploymentStatus>;

  constructor(
    @Inject(SUMMARISATION) private readonly summarisation: Pick<SummarisationRpc, 'getSourceState'>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly paymentMethods: PaymentMethods,
    private readonly readiness: Readiness,
    @Optional() private readonly nowMs = () => performance.now(),
  ) {}

  read(): Promise<DeploymentStatus> {
    if (this.known && this.nowMs() < this.known.untilMs) return Promise.resolve(this.known.status);
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async ask(): Promise<DeploymentStatus> {
    const [isReady, source, methods] = await Promise.all([
      answerInTime(this.logger, 'readiness', () => this.readiness.check().then(() => true)),
      answerInTime(this.logger, 'the state of the source', (options) => this.summarisation.getSourceState({}, options)),
      this.paymentMethods.list(),
    ]);
    const status: DeploymentStatus = {
      api: isReady ? 'operational' : 'degraded',
      // The status is unknown when the service is unavailable, or runs a release without this call.
      source: (source && SOURCE_STATES[source.state]) ?? 'unknown',
      payments: methods.length > 0 ? 'operational' : 'down',
    };
    this.known = { status, untilMs: this.nowMs() + FRESH_MS };
    return status;
  }
}
