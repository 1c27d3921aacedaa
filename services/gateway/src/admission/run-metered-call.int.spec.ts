import { type SummariseRequest, SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { type ApplyRequest, Outcome, OutcomeKind, UsageServiceService } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { connectRpc } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { operationsClient, resolvesClient, type SummarisationRpc, type UsageRpc } from '../rpc-clients.js';
import { RpcStandIn } from '../testing/rpc-stand-in.js';
import { LargeBodies } from '../http/large-bodies.js';
import { HolderLease } from './holder-lease.js';
import type { MeteredRequest } from './call-facts.js';
import { RunMeteredCall } from './run-metered-call.usecase.js';
import { PendingReleases } from './pending-releases.js';
import { StoredSummaries } from './stored-summaries.js';

const MAX_PENDING = 3;
const words = { title: 'A title', summary: 'A summary.', language: 'en', engine: 'extractive' };
const result = {
  resultRef: 'result-1',
  videoId: 'precisDemo1',
  transcriptLength: 1_000,
  sentences: [],
  summaryType: 1,
  focusApplied: false,
  durationSeconds: 0,
  chapters: [],
  warnings: [],
  notCovered: [],
  droppedSentences: 0,
  focusReason: '',
  ...words,
};
/** The fields of every outcome of the stand-in besides its kind. */
const counted = { ...Outcome.decode(new Uint8Array()), attempt: 1, limit: 3, remaining: 2 };
const request: MeteredRequest = {
  accountId: 'account',
  requestId: 'request-1',
  endpoint: '/api/youtube/summarize',
  client: 'curl',
  url: 'https://youtu.be/precisDemo1',
  parameters: { summaryType: 1, customPrompt: '', language: '' },
  form: { format: 'json' as const, timestamps: true },
};
const KINDS: Record<string, OutcomeKind> = {
  reserve: OutcomeKind.OUTCOME_KIND_GRANTED,
  charge: OutcomeKind.OUTCOME_KIND_CHARGED,
  reserveAndCharge: OutcomeKind.OUTCOME_KIND_CHARGED,
  release: OutcomeKind.OUTCOME_KIND_RELEASED,
  refund: OutcomeKind.OUTCOME_KIND_REFUNDED,
};

let folder: string;
/** The operations that usage received, in order. */
let applied: string[];
let outcomeOf: Record<string, OutcomeKind>;
/** The subject of each charge that usage received. */
let subjects: unknown[];
/** The references that summarisation was asked to use, and those of the charges that usage received. */
let [chosenRefs, chargedRefs]: [unknown[], string[]] = [[], []];
/** What happens instead of the answer of summarisation. */
let failure: (() => never | Promise<never>) | undefined;
let lostOutcomes: number;
let answered: object;
let stored: object | undefined;
let usage: RpcStandIn;
let summarisation: RpcStandIn;
let clients: { close(): void }[];
let releases: PendingReleases;
let meteredCall: RunMeteredCall;

beforeEach(async () => {
  [stored, outcomeOf, failure] = [undefined, { ...KINDS }, undefined];
  [chosenRefs, chargedRefs] = [[], []];
  folder = mkdtempSync(join(tmpdir(), 'metered-'));
  [applied, subjects, lostOutcomes, answered] = [[], [], 0, { result }];
  usage = new RpcStandIn(UsageServiceService, `unix:${join(folder, 'usage.sock')}`, {
    apply: ({ operations }: ApplyRequest) => {
      const cases = operations.map(({ operation }) => operation!.$case);
      applied.push(...cases);
      for (const { operation } of operations)
        if (operation && 'subject' in operation.value) {
          subjects.push(operation.value.subject);
          chargedRefs.push(operation.value.resultRef);
        }
      return { outcomes: lostOutcomes-- > 0 ? [] : cases.map((name) => ({ ...counted, kind: outcomeOf[name] })) };
    },
  });
  summarisation = new RpcStandIn(SummarisationServiceService, `unix:${join(folder, 'sum.sock')}`, {
    resolve: () => ({ invalidCode: '', videoId: 'precisDemo1', stored }),
    summarise: ({ resultRef }: SummariseRequest) => {
      chosenRefs.push(resultRef);
      return failure ? failure() : answered;
    },
  });
  await Promise.all([usage.listen(), summarisation.listen()]);
  const of = ({ address }: RpcStandIn) => ({ address, caller: 'gateway', secret: 'secret-of-the-gateway' });
  const summarisationRpc: SummarisationRpc = connectRpc(SummarisationServiceService, of(summarisation));
  const usageRpc: UsageRpc = connectRpc(UsageServiceService, of(usage));
  const resolves = resolvesClient(of(summarisation), summarisationRpc);
  const batches = operationsClient(of(usage), usageRpc);
  clients = [summarisationRpc, usageRpc, resolves, batches];
  const logger = createLogger('test', 'silent');
  releases = new PendingReleases(batches, logger, MAX_PENDING);
  const lease = new HolderLease(usageRpc, logger);
  const largeBodies = new LargeBodies(10, logger);
  meteredCall = new RunMeteredCall(
    summarisationRpc,
    batches,
    lease,
    releases,
    summarisationRpc,
    largeBodies,
    new StoredSummaries(resolves, { STORED_SUMMARIES_MB: 1 }, new Registry()),
  );
});

afterEach(() => {
  releases.stop();
  clients.forEach((client) => client.close());
  usage.close();
  summarisation.close();
  rmSync(folder, { recursive: true });
});

describe('a metered call', () => {
  it('reserves, works and charges', async () => {
    await expect(meteredCall.execute(request)).resolves.toMatchObject({ result, quota: { limit: 3, remaining: 2 } });
    expect(applied).toEqual(['reserve', 'charge']);
  });

  it.each([0, 4, -1])(
    'of an unknown summary type (%s) gives its unit back and is never treated as auto (SUM-2)',
    async (summaryType) => {
      answered = { result: { ...result, summaryType } };
      await expect(meteredCall.execute(request)).rejects.toThrow('none of auto, short, detail');
      stored = { ...result, summaryType };
      await expect(meteredCall.execute(request)).rejects.toThrow('none of auto, short, detail');
      expect(applied).toEqual(['reserve', 'release']);
    },
  );

  it('reports with the charge what a new or a stored summary is about (SUM-12)', async () => {
    await meteredCall.execute(request);
    stored = { ...result, durationSeconds: 61, summaryType: 3 };
    await meteredCall.execute(request);
    const subject = { videoId: 'precisDemo1', title: 'A title', summaryType: 'auto', durationSeconds: 0 };
    expect(subjects).toEqual([subject, { ...subject, durationSeconds: 61, summaryType: 'detail' }]);
  });

  it('gives the reservation back when summarisation answers without a result', async () => {
    answered = {};
    await expect(meteredCall.execute(request)).rejects.toThrow('without a result');
    expect(applied).toEqual(['reserve', 'release']);
  });

  it('gives the reservation back when usage answers the reserve without an outcome', async () => {
    lostOutcomes = 1;
    await expect(meteredCall.execute(request)).rejects.toThrow('answered 1 items with 0');
    await eventually('the release', () => applied.at(-1) === 'release');
    expect(applied).toEqual(['reserve', 'release']);
  });

  describe('with a key, whose charge and release got no answer', () => {
    const keyed = { ...request, idempotencyKey: 'mine' };
    const follower = { left: new AbortController().signal, begun: () => void (lostOutcomes = 2) };
    beforeEach(() => void (outcomeOf.release = OutcomeKind.OUTCOME_KIND_CHARGED));

    it('keeps its charge when it is a plain call, because a repeat gets the summary (QUOTA-11)', async () => {
      [stored, lostOutcomes] = [result, 2];
      await expect(meteredCall.execute(keyed)).rejects.toThrow();
      await releases.drain(10_000);
      expect(applied).toEqual(['reserveAndCharge', 'release', 'release']);
    });

    it.each([
      ['a stored summary', ['reserveAndCharge']],
      ['a new summary', ['reserve', 'charge']],
    ])('is refunded when it is a stream of %s, because a failed stream costs nothing (SUM-16)', async (what, first) => {
      if (what === 'a stored summary') [stored, lostOutcomes] = [result, 2];
      await expect(meteredCall.execute(keyed, follower)).rejects.toThrow();
      await releases.drain(10_000);
      expect(applied).toEqual([...first, 'release', 'release', 'refund']);
    });
  });

  describe('of a supplied transcript, given up after its summary was made, lets usage have the summary deleted (SUM-24)', () => {
    const body = { $case: 'subtitles' as const, value: new TextEncoder().encode('WEBVTT') };
    const own: MeteredRequest = { ...request, url: '', transcript: { title: '', body } };

    it.each([
      ['the charge got no answer', 1, ['charge', 'release', 'charge']],
      ['the charge and its release got no answer', 2, ['charge', 'release', 'release', 'charge']],
    ])('when %s', async (_, lost, then) => {
      const follower = { left: new AbortController().signal, begun: () => void (lostOutcomes = lost) };
      await expect(meteredCall.execute(own, follower)).rejects.toThrow();
      await releases.drain(10_000);
      expect(applied).toEqual(['reserve', ...then]);
    });

    it.each([0, 2])(
      'when the answer with the summary was lost, by the reference it chose; usage misses %d',
      async (missed) => {
        failure = () => {
          lostOutcomes = missed;
          // The connection breaks after the summary was stored.
          summarisation.close();
          return new Promise<never>(() => undefined);
        };
        await expect(meteredCall.execute(own)).rejects.toThrow();
        await releases.drain(10_000);
        expect(applied.slice(-2)).toEqual(['release', 'charge']);
        expect(chosenRefs).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
        expect(chargedRefs).toEqual(chosenRefs);
      },
    );

    it('but not when summarisation refused it: nothing was stored', async () => {
      failure = () => {
        throw new DomainError('invalid', 'transcript_empty', 'It says nothing.');
      };
      await expect(meteredCall.execute(own)).rejects.toMatchObject({ code: 'transcript_empty' });
      await releases.drain(10_000);
      expect(applied).toEqual(['reserve', 'release']);
    });
  });

  it('of a video chooses no reference: its summary is shared, and no call may have it deleted', async () => {
    await meteredCall.execute(request);
    expect(chosenRefs).toEqual([undefined]);
  });

  it('gets 503 while too many releases wait for usage; none of them is lost, and later calls are served', async () => {
    usage.away = true;
    for (let call = 0; call < MAX_PENDING; call++)
      await expect(meteredCall.execute(request)).rejects.toMatchObject({ code: 'service_unavailable' });
    // This stands in for a call that was already under way when the limit was reached.
    releases.add({ accountId: 'account', callId: 'late', attempt: 1, keyed: false });
    await expect(meteredCall.execute(request)).rejects.toMatchObject({ kind: 'unavailable', code: 'usage_behind' });
    usage.away = false;
    await eventually(
      'every release',
      () => applied.filter((name) => name === 'release').length === MAX_PENDING + 1,
      15_000,
    );
    await eventually('room', () => meteredCall.execute(request).catch(() => undefined));
  });
});
