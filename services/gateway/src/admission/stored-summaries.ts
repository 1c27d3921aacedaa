import { Inject, Injectable, Optional } from '@nestjs/common';
import type { ResolveRequest, ResolveResponse, Result } from '@precis/proto/summarisation/v1/summarisation';
import type { Subject } from '@precis/proto/usage/v1/usage';
import type { BatchClient } from '@precis/runtime/batches/batch-client';
import { createHash } from 'node:crypto';
import { Counter, Gauge, Registry } from 'prom-client';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { RESOLVES } from '../rpc-clients.js';
import { readyBody, type ReadyBody } from '../youtube/ready-body.js';
import { type MeteredRequest, subjectOf } from './call-facts.js';

/** The parts of a stored result that a call needs. None of them depends on the calling account. */
export interface StoredSummary {
  resultRef: string;
  engine: string;
  subject: Subject;
  /** The result itself for a caller that sends it in parts, otherwise the answer in the requested form. */
  content: { result: Result } | { ready: ReadyBody };
}

/** Summarisation's answer for a URL. */
export interface Found {
  /** `invalid_url`, or empty. */
  invalidCode: string;
  videoId: string;
  stored?: StoredSummary;
}

interface Kept {
  found: Found;
  untilMs: number;
  bytes: number;
  /** When it was last placed at the end of the order. */
  movedMs: number;
}

type Asked = Pick<MeteredRequest, 'url' | 'parameters' | 'form'>;

/** Approximate bytes of an entry besides its texts and body. */
const ENTRY_BYTES = 1_024;
/** An upper bound; texts of Latin letters alone take half of it. */
const BYTES_OF_CHAR = 2;
const SWEEP_MS = 60_000;
/** An entry moves to the end of the order at most once in this time. Moving it at every call would copy the map every few calls (see http/bag.ts). */
const MOVE_MS = 1_000;

/**
 * Caches what summarisation has stored for a URL, with the answer as it is sent (SUM-31). An entry is kept for as long as summarisation says,
 * counted from before it was asked. That time always ends before the result could be deleted, replaced or outdated, so the gateways need not be told
 * of removals. The caller is charged as without the cache. The least recently used entries are dropped first. The cache is empty after a restart.
 */
@Injectable()
export class StoredSummaries {
  /** Ordered by last use, oldest first. Within MOVE_MS an entry may count as older than it is. */
  private readonly kept = new Map<string, Kept>();
  private readonly flights = new Map<string, Promise<Found>>();
  private readonly answers: Counter<'from'>;
  private readonly size: Gauge;
  private readonly mostBytes: number;
  private bytes = 0;
  private sweptMs = 0;

  constructor(
    @Inject(RESOLVES) private readonly resolves: Pick<BatchClient<ResolveRequest, ResolveResponse>, 'ask'>,
    @Inject(GATEWAY_CONFIG) { STORED_SUMMARIES_MB }: Pick<GatewayConfig, 'STORED_SUMMARIES_MB'>,
    metrics: Registry,
    @Optional() private readonly nowMs = () => performance.now(),
  ) {
    this.mostBytes = STORED_SUMMARIES_MB * 1_000_000;
    const registers = [metrics];
    this.answers = new Counter({
      name: 'precis_stored_summary_lookups_total',
      help: 'Look-ups of stored summaries by where the answer came from: kept (this gateway), shared (the look-up of a simultaneous call), asked (summarisation).',
      labelNames: ['from'],
      registers,
    });
    for (const from of ['kept', 'shared', 'asked']) this.answers.inc({ from }, 0);
    this.size = new Gauge({
      name: 'precis_stored_summaries_bytes',
      help: 'Bytes of stored summaries that this gateway keeps ready to send.',
      registers,
    });
  }

  /** Returns a promise only when it does not keep the answer. Simultaneous equal look-ups share one call. */
  find(asked: Asked): Found | Promise<Found> {
    const key = keyOf(asked);
    const kept = this.keptOf(key);
    if (!kept) return this.lookOnce(key, asked);
    this.answers.inc({ from: 'kept' });
    return kept;
  }

  private async lookOnce(key: string, asked: Asked): Promise<Found> {
    const shared = this.flights.get(key);
    if (shared) {
      this.answers.inc({ from: 'shared' });
      try {
        return await shared;
      } catch {
        // The other call may have used up its own deadline. This one has its own, and asks once more.
      }
    }
    const again = this.flights.get(key);
    if (again) return again;
    const flight = this.look(key, asked).finally(() => this.flights.delete(key));
    this.flights.set(key, flight);
    return flight;
  }

  /** Returns the result itself, always from summarisation. */
  async ask({ url, parameters }: Asked): Promise<Found> {
    this.answers.inc({ from: 'asked' });
    const { invalidCode, videoId, stored } = await this.resolves.ask({ url, parameters, urlOnly: false });
    return { invalidCode, videoId, stored: stored && { ...factsOf(stored), content: { result: stored } } };
  }

  /** Validates the URL of a call with its own transcript. Looks up no stored result and keeps nothing. */
  async validateUrl({ url, parameters }: Asked): Promise<Found> {
    const { invalidCode, videoId } = await this.resolves.ask({ url, parameters, urlOnly: true });
    return { invalidCode, videoId };
  }

  private async look(key: string, { url, parameters, form }: Asked): Promise<Found> {
    this.answers.inc({ from: 'asked' });
    const askedMs = this.nowMs();
    const response = await this.resolves.ask({ url, parameters, urlOnly: false });
    const { invalidCode, videoId, stored, keepMs } = response;
    if (!stored) return { invalidCode, videoId };
    const content = { ready: readyBody(stored, form) };
    const found = { invalidCode, videoId, stored: { ...factsOf(stored), content } };
    if (stored.transcriptSource === 'youtube')
      this.keep(key, {
        found,
        untilMs: askedMs + keepMs,
        bytes: bytesOf(key, stored, content.ready),
        movedMs: this.nowMs(),
      });
    return found;
  }

  private keptOf(key: string): Found | undefined {
    const kept = this.kept.get(key);
    if (!kept) return undefined;
    const nowMs = this.nowMs();
    const isFresh = nowMs < kept.untilMs;
    if (isFresh && nowMs - kept.movedMs < MOVE_MS) return kept.found;
    this.kept.delete(key);
    if (!isFresh) {
      this.resize(-kept.bytes);
      return undefined;
    }
    kept.movedMs = nowMs;
    this.kept.set(key, kept);
    return kept.found;
  }

  private keep(key: string, kept: Kept): void {
    const nowMs = this.nowMs();
    if (nowMs - this.sweptMs >= SWEEP_MS) this.sweep(nowMs);
    if (nowMs >= kept.untilMs || kept.bytes > this.mostBytes) return;
    this.resize(kept.bytes - (this.kept.get(key)?.bytes ?? 0));
    this.kept.set(key, kept);
    for (const [oldest, { bytes }] of this.kept) {
      if (this.bytes <= this.mostBytes) break;
      this.kept.delete(oldest);
      this.resize(-bytes);
    }
  }

  /** Drops expired entries. An entry that nobody asks for again would otherwise stay until its space is needed. */
  private sweep(nowMs: number): void {
    this.sweptMs = nowMs;
    for (const [key, { untilMs, bytes }] of this.kept) {
      if (nowMs < untilMs) continue;
      this.kept.delete(key);
      this.resize(-bytes);
    }
  }

  private resize(by: number): void {
    this.bytes += by;
    this.size.set(this.bytes);
  }
}

/** Everything that the bytes depend on. A prompt is kept nowhere in clear text (DATA-5). */
function keyOf({
  url,
  parameters: { summaryType, customPrompt, language },
  form: { format, timestamps },
}: Asked): string {
  const prompt = customPrompt === '' ? '' : createHash('sha256').update(customPrompt).digest('base64');
  return JSON.stringify([url, summaryType, prompt, language, format, timestamps]);
}

function factsOf(result: Result): Pick<StoredSummary, 'resultRef' | 'engine' | 'subject'> {
  const { resultRef, engine } = result;
  return { resultRef, engine, subject: subjectOf(result) };
}

function bytesOf(key: string, { title }: Result, { text }: ReadyBody): number {
  return ENTRY_BYTES + BYTES_OF_CHAR * (key.length + title.length + text.length);
}
