import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  AbandonBatchRequest,
  AbandonBatchResponse,
  CancelBatchRequest,
  CancelBatchResponse,
  CreateBatchRequest,
  CreateBatchResponse,
  GetBatchRequest,
  GetBatchResponse,
  ListBatchesRequest,
  ListBatchesResponse,
  NewBatchItem,
} from '@precis/proto/usage/v1/usage';
import { Callers } from '@precis/runtime/callers.guard';
import { randomUUID } from 'node:crypto';
import { AbandonBatch } from './abandon-batch.usecase.js';
import { batchMessage, type NewItem } from './batch.row.js';
import { batchInvalid } from './batches.errors.js';
import { CancelBatch } from './cancel-batch.usecase.js';
import { CreateBatch } from './create-batch.usecase.js';
import { GetBatch } from './get-batch.usecase.js';
import { ListBatches } from './list-batches.usecase.js';
import { SUMMARY_TYPES } from './summarisation-jobs.client.js';

const SHA256_BYTES = 32;
const MOST_TEXT = 4_096;

/** gRPC of batches; only the gateway calls it, and it has checked the items before. */
@Controller()
export class BatchesController {
  constructor(
    private readonly createBatch: CreateBatch,
    private readonly getBatch: GetBatch,
    private readonly cancelBatch: CancelBatch,
    private readonly abandonBatch: AbandonBatch,
    private readonly listBatches: ListBatches,
  ) {}

  @GrpcMethod('UsageService', 'createBatch')
  @Callers('gateway')
  async create(request: CreateBatchRequest): Promise<CreateBatchResponse> {
    const { accountId, batchId, client, idemHash, bodyHash } = request;
    if (bodyHash.length !== SHA256_BYTES || ![0, SHA256_BYTES].includes(idemHash.length)) throw batchInvalid();
    const created = await this.createBatch.execute({
      batchId: batchId === '' ? randomUUID() : batchId,
      accountId,
      idemHash: idemHash.length === 0 ? null : Buffer.from(idemHash).toString('hex'),
      bodyHash: Buffer.from(bodyHash).toString('hex'),
      client: client.slice(0, 200),
      items: request.items.map(itemOf),
    });
    if (created === 'mismatch') return { batch: undefined, replayed: false, mismatch: true };
    return { batch: batchMessage(created.batch), replayed: created.replayed, mismatch: false };
  }

  @GrpcMethod('UsageService', 'getBatch')
  @Callers('gateway')
  async get({ batchId, accountId }: GetBatchRequest): Promise<GetBatchResponse> {
    return { batch: batchMessage(await this.getBatch.execute(batchId, accountId)) };
  }

  @GrpcMethod('UsageService', 'listBatches')
  @Callers('gateway')
  async list({ accountId, cursor, limit }: ListBatchesRequest): Promise<ListBatchesResponse> {
    const { found, next } = await this.listBatches.execute(accountId, cursor, limit);
    return { batches: found.map(batchMessage), next };
  }

  @GrpcMethod('UsageService', 'cancelBatch')
  @Callers('gateway')
  async cancel({ batchId, accountId }: CancelBatchRequest): Promise<CancelBatchResponse> {
    return { batch: batchMessage(await this.cancelBatch.execute(batchId, accountId)) };
  }

  @GrpcMethod('UsageService', 'abandonBatch')
  @Callers('gateway')
  async abandon({ batchId, accountId }: AbandonBatchRequest): Promise<AbandonBatchResponse> {
    await this.abandonBatch.execute(batchId, accountId);
    return {};
  }
}

function itemOf(item: NewBatchItem): NewItem {
  const { url, videoId, summaryType, customPrompt, language, errorCode, errorMessage } = item;
  const isRefused = errorCode !== '';
  const texts = [url, videoId, customPrompt, language, errorMessage];
  const isSound = texts.every((text) => text.length <= MOST_TEXT && !text.includes('\0'));
  if (!isSound || (!isRefused && (videoId === '' || !SUMMARY_TYPES.all.some((word) => word === summaryType))))
    throw batchInvalid();
  const failure = isRefused ? { code: errorCode, message: errorMessage } : undefined;
  return { url: url.toWellFormed(), videoId, parameters: { summaryType, customPrompt, language }, failure };
}
