import type { OnApplicationShutdown } from '@nestjs/common';
import { SummarisationServiceService, SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { EnumWords } from '@precis/runtime/enum-words';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';
import type { HeldItem } from './batch.row.js';

const DEADLINE_MS = 3_000;
/** The values of summary_type on the wire, from the enum of the proto, which is their only list. */
export const SUMMARY_TYPES = EnumWords.of(SummaryType, 'SUMMARY_TYPE');

/** The only RPC that usage calls at summarisation. */
export class SummarisationJobs implements OnApplicationShutdown {
  private readonly rpc: Rpc<typeof SummarisationServiceService>;

  constructor(address: string, secret: string) {
    this.rpc = connectRpc(SummarisationServiceService, { address, caller: 'usage', secret });
  }

  /** Accepts the job of an item under its call; a repeat has no second effect. */
  async create(item: HeldItem, attempt: number): Promise<void> {
    const { accountId, callId, videoId, batchId } = item;
    const { summaryType, customPrompt, language } = item.parameters;
    const parameters = {
      summaryType: SUMMARY_TYPES.numberOf(summaryType as ReturnType<typeof SUMMARY_TYPES.wordOf>),
      customPrompt,
      language,
    };
    await this.rpc.createJob(
      { accountId, callId, attempt, videoId, parameters },
      { deadlineMs: DEADLINE_MS, idempotent: true, correlationId: batchId },
    );
  }

  onApplicationShutdown(): void {
    this.rpc.close();
  }
}
