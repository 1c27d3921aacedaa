import { Inject, Injectable } from '@nestjs/common';
import type { Batch, NewBatchItem } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import { sha256 } from '../admission/call-facts.js';
import { PendingReleases } from '../admission/pending-releases.js';
import { requireVideo } from '../admission/require-video.js';
import { HttpProblem } from '../http/http-problem.js';
import { parseFields } from '../http/parse-input.js';
import { required } from '../rpc-answers.js';
import { SUMMARISATION, type SummarisationRpc, USAGE, type UsageRpc } from '../rpc-clients.js';
import { parametersOf } from './asked-summary.js';
import { batchItem } from './batches.schemas.js';
import { SUMMARY_TYPES } from './summary-type.js';
import { MAX_URL_LENGTH, type SummariseBody } from './youtube.schemas.js';

/** A batch as it was requested. Only the number of `items` is checked yet; `client` is the client's name (client-name.rule.ts). */
export interface AskedBatch {
  accountId: string;
  requestId: string;
  client: string;
  items: unknown[];
  idempotencyKey?: string;
}

const ENDPOINT = '/api/youtube/batches';
const DEADLINE_MS = 3_000;
const NO_PARAMETERS = { summaryType: 'auto', customPrompt: '', language: '' };

/**
 * Asks usage to accept a batch (SUM-27). Items are checked here, each on its own and without asking any source. Usage starts the good
 * ones when their turn comes. If the process is killed before usage has committed, there is no batch; after that a repeat of the
 * Idempotency-Key finds it (SUM-29). Without a key, a batch whose creation is not answered is abandoned.
 */
@Injectable()
export class StartBatch {
  constructor(
    @Inject(SUMMARISATION) private readonly summarisation: SummarisationRpc,
    @Inject(USAGE) private readonly usage: UsageRpc,
    private readonly releases: PendingReleases,
  ) {}

  /** Throws `too_many_batches`, and 422 `idempotency_key_reused` for a key that belongs to another batch. */
  async execute(asked: AskedBatch): Promise<{ batch: Batch; replayed: boolean }> {
    const { accountId, requestId, client, idempotencyKey } = asked;
    const items = await Promise.all(asked.items.map((item) => this.judged(item, requestId)));
    const batchId = randomUUID();
    this.releases.requireRoom();
    const created = this.usage.createBatch(
      {
        batchId,
        accountId,
        idemHash: idempotencyKey === undefined ? new Uint8Array() : sha256(idempotencyKey),
        bodyHash: sha256(meaningOf(asked.items, items)),
        client,
        items,
      },
      // With a key a repeat has no second effect. Without one it would create a second batch.
      { deadlineMs: DEADLINE_MS, idempotent: idempotencyKey !== undefined, correlationId: requestId },
    );
    const { batch, replayed, mismatch } = await created.catch((error: unknown) => {
      // Its account never learns the id of such a batch, so the batch must not run (QUOTA-2). With a key, a repeat finds it.
      if (idempotencyKey === undefined && !isRefusal(error))
        this.releases.addUndo(batchId, () => this.usage.abandonBatch({ accountId, batchId }, { idempotent: true }));
      throw error;
    });
    if (mismatch)
      throw new HttpProblem(422, 'idempotency_key_reused', 'This Idempotency-Key was used with another request body.');
    return { batch: required(batch, 'usage answered without a batch'), replayed };
  }

  /** A bad item gets an error. Throws when the item cannot be checked. */
  private async judged(item: unknown, correlationId: string): Promise<NewBatchItem> {
    try {
      return await this.read(item, correlationId);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return {
        url: urlOf(item),
        videoId: '',
        ...NO_PARAMETERS,
        errorCode: refusal.code,
        errorMessage: refusal.message,
      };
    }
  }

  private async read(item: unknown, correlationId: string): Promise<NewBatchItem> {
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      throw new HttpProblem(400, 'invalid_parameter', 'An item must be an object with a url.');
    const fields = parseFields(batchItem, item) as SummariseBody & { url: string };
    const parameters = parametersOf(fields);
    const { url } = fields;
    const { invalidCode, videoId } = await this.summarisation.resolve(
      { url, parameters, urlOnly: true },
      { deadlineMs: DEADLINE_MS, idempotent: true, correlationId },
    );
    requireVideo(invalidCode);
    const { customPrompt, language } = parameters;
    const summaryType = SUMMARY_TYPES.wordOf(parameters.summaryType);
    return { url, videoId, summaryType, customPrompt, language, errorCode: '', errorMessage: '' };
  }
}

/** Hashes good items by their meaning, so that field order and unknown fields do not matter, and bad ones as they arrived. */
function meaningOf(asked: unknown[], judged: NewBatchItem[]): string {
  return JSON.stringify([ENDPOINT, judged.map((item, at) => (item.errorCode === '' ? item : asked[at]))]);
}

/** Whether usage has certainly not created the batch. It is `overloaded` before it writes anything. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && (error.kind !== 'unavailable' || error.code === 'overloaded');
}

/** The item's error, or undefined when the fault is not the item's. */
function refusalOf(error: unknown): { code: string; message: string } | undefined {
  const isBadInput =
    (error instanceof HttpProblem && error.status === 400) ||
    (error instanceof DomainError && error.kind === 'invalid');
  return isBadInput ? { code: error.code, message: error.publicMessage } : undefined;
}

/** The URL of the item, shortened to what can be shown again. */
function urlOf(item: unknown): string {
  const url = (item as { url?: unknown } | null | undefined)?.url;
  return typeof url === 'string' && url.length <= MAX_URL_LENGTH && !url.includes('\0') ? url.toWellFormed() : '';
}
