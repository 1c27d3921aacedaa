import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject, type OnModuleDestroy } from '@nestjs/common';
import { GrpcMethod, GrpcStreamMethod } from '@nestjs/microservices';
import { withCorrelation } from '@precis/events/event-message';
import type { ServeRequest, ServeResponse } from '@precis/proto/batch/v1/batch';
import {
  type GetInfoRequest,
  type GetInfoResponse,
  type GetResultRequest,
  type GetResultResponse,
  type GetSourceStateResponse,
  type GetTicksRequest,
  type GetTicksResponse,
  type ListDemoVideosResponse,
  type ListEnginesResponse,
  ResolveRequest,
  ResolveResponse,
  SourceState,
  SummarisationServiceService,
  type SummariseRequest,
  type SummariseResponse,
  type VerifyResultRequest,
  type VerifyResultResponse,
} from '@precis/proto/summarisation/v1/summarisation';
import { ServedBatches, type ServedMethod } from '@precis/runtime/batches/served-batches';
import { Callers } from '@precis/runtime/callers.guard';
import { DomainError } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import type { Observable } from 'rxjs';
import { EngineChain } from './results/engine-chain.js';
import { GetResult } from './results/get-result.usecase.js';
import { GetTicks } from './results/get-ticks.usecase.js';
import { requestedParameters } from './results/requested-parameters.js';
import { SummariseSupplied } from './results/summarise-supplied.usecase.js';
import { SummariseVideo } from './results/summarise-video.usecase.js';
import { VerifyResult } from './results/verify-result.usecase.js';
import { type Call, callerSignal, suppliedOf } from './rpc-call.js';
import { SummaryMetrics } from './summary-metrics.js';
import { GetInfo } from './videos/get-info.usecase.js';
import { SourceOutcomes } from './transcripts/source-outcomes.js';
import { ListDemoVideos } from './videos/list-demo-videos.usecase.js';
import { ResolveVideo } from './videos/resolve-video.usecase.js';
import { isVideoId } from './videos/video-url.rule.js';

const SERVICE = 'SummarisationService';
const STATES = {
  operational: SourceState.SOURCE_STATE_OPERATIONAL,
  degraded: SourceState.SOURCE_STATE_DEGRADED,
  down: SourceState.SOURCE_STATE_DOWN,
  unknown: SourceState.SOURCE_STATE_UNSPECIFIED,
};

/** gRPC for summaries. Only the gateway calls it. It has authenticated the account, and for Summarise it has reserved a unit of the quota. */
@Controller()
export class SummarisationController implements OnModuleDestroy {
  private readonly resolves: ServedBatches<ResolveRequest>;

  constructor(
    private readonly resolveVideo: ResolveVideo,
    private readonly summariseVideo: SummariseVideo,
    private readonly summariseSupplied: SummariseSupplied,
    private readonly videoInfo: GetInfo,
    private readonly storedResult: GetResult,
    private readonly storedTicks: GetTicks,
    private readonly verification: VerifyResult,
    private readonly demoVideos: ListDemoVideos,
    private readonly chain: EngineChain,
    private readonly sourceOutcomes: SourceOutcomes,
    private readonly metrics: SummaryMetrics,
    registry: Registry,
    @Inject(LOGGER) logger: Logger,
  ) {
    const method = {
      path: SummarisationServiceService.resolve.path,
      decode: (request: Uint8Array) => ResolveRequest.decode(request),
      work: (...batch: Parameters<ServedMethod<ResolveRequest>['work']>) => this.resolveEach(...batch),
    };
    this.resolves = new ServedBatches(method, registry, logger);
  }

  /** Ends the streams, which never end by themselves: the server waits for its calls. */
  onModuleDestroy(): void {
    this.resolves.close();
  }

  /** Serves a gateway's `resolve` calls, while both processes live. */
  @GrpcStreamMethod('BatchService', 'serve')
  @Callers('gateway')
  serve(requests: Observable<ServeRequest>): Observable<ServeResponse> {
    return this.resolves.serve(requests);
  }

  @GrpcMethod(SERVICE, 'resolve')
  @Callers('gateway')
  async resolve(request: ResolveRequest): Promise<ResolveResponse> {
    const parameters = requestedParameters(request.parameters);
    const resolution = await this.resolveVideo.execute(request.url, request.urlOnly ? undefined : parameters);
    if ('invalidCode' in resolution) return { ...resolution, videoId: '', stored: undefined, keepMs: 0 };
    const { videoId } = resolution;
    if (!resolution.stored) return { invalidCode: '', videoId, stored: undefined, keepMs: 0 };
    return { invalidCode: '', videoId, stored: resolution.stored, keepMs: resolution.keepMs };
  }

  /** Looks equal requests up only once, because a request names no account. One that is refused, say for its language, does not fail the others. */
  private async resolveEach(...[requests, answer, refuse]: Parameters<ServedMethod<ResolveRequest>['work']>) {
    const alike = [...Map.groupBy(requests.keys(), (place) => JSON.stringify(requests[place])).values()];
    const resolved: [number, Uint8Array][] = [];
    const refused: [number[], unknown][] = [];
    const resolve = async (places: number[]) => {
      try {
        const response = ResolveResponse.encode(await this.resolve(requests[places[0]])).finish();
        for (const place of places) resolved.push([place, response]);
      } catch (error) {
        refused.push([places, error]);
      }
    };
    await Promise.all(alike.map(resolve));
    answer(
      resolved.map(([place]) => place),
      resolved.map(([, response]) => response),
    );
    for (const [places, error] of refused) refuse(places, error);
  }

  @GrpcMethod(SERVICE, 'summarise')
  @Callers('gateway')
  async summarise(request: SummariseRequest, metadata: Metadata, call: Call): Promise<SummariseResponse> {
    const supplied = suppliedOf(request);
    if (!isVideoId(request.videoId) && !(supplied && request.videoId === ''))
      throw new DomainError('invalid', 'invalid_url', 'This is not the id of a YouTube video.');
    const parameters = requestedParameters(request.parameters);
    const work = () =>
      this.metrics.observe(() =>
        supplied
          ? this.summariseSupplied.execute(supplied, parameters, accountOf(request), callerSignal(call))
          : this.summariseVideo.execute(request.videoId, parameters, accountOf(request), callerSignal(call)),
      );
    const correlationId = metadata.get('x-correlation-id')[0];
    return { result: await (correlationId ? withCorrelation({ correlationId: String(correlationId) }, work) : work()) };
  }

  @GrpcMethod(SERVICE, 'getInfo')
  @Callers('gateway')
  async getInfo(request: GetInfoRequest, _: Metadata, call: Call): Promise<GetInfoResponse> {
    const info = await this.videoInfo.execute(request.url, accountOf(request), callerSignal(call));
    if ('invalidCode' in info)
      return { invalidCode: info.invalidCode, videoId: '', title: '', tracks: [], durationSeconds: 0 };
    const tracks = info.tracks.map(({ code, name, isGenerated }) => ({ code, name, isGenerated }));
    return {
      invalidCode: '',
      videoId: info.videoId,
      title: info.title,
      tracks,
      durationSeconds: boundedSeconds(info.durationSeconds),
    };
  }

  @GrpcMethod(SERVICE, 'getResult')
  @Callers('gateway')
  async getResult(request: GetResultRequest): Promise<GetResultResponse> {
    return { result: await this.storedResult.execute(request.resultRef) };
  }

  @GrpcMethod(SERVICE, 'getTicks')
  @Callers('gateway')
  async getTicks(request: GetTicksRequest): Promise<GetTicksResponse> {
    return { results: await this.storedTicks.execute(request.resultRefs) };
  }

  @GrpcMethod(SERVICE, 'verifyResult')
  @Callers('gateway')
  async verifyResult(request: VerifyResultRequest): Promise<VerifyResultResponse> {
    return this.verification.execute(request.resultRef);
  }

  @GrpcMethod(SERVICE, 'listDemoVideos')
  @Callers('gateway')
  listDemoVideos(): ListDemoVideosResponse {
    return { videos: this.demoVideos.execute() };
  }

  @GrpcMethod(SERVICE, 'listEngines')
  @Callers('gateway')
  listEngines(): ListEnginesResponse {
    return { engines: this.chain.engines.map(({ name }) => name) };
  }

  @GrpcMethod(SERVICE, 'getSourceState')
  @Callers('gateway')
  getSourceState(): GetSourceStateResponse {
    return { state: STATES[this.sourceOutcomes.state()] };
  }
}

/**
 * Gateways of the release before this one name no account. Until none of them runs any more, each of their calls counts as an account
 * of its own: as one account they would all share its lines and budgets. To be removed a release later.
 */
function accountOf({ accountId }: { accountId: string }): string {
  return accountId || randomUUID();
}

/** A duration as an int32 can carry it; 0 for any other, because an earlier version may have stored a larger one. */
function boundedSeconds(seconds = 0): number {
  return seconds >= 0 && seconds < 2 ** 31 ? Math.floor(seconds) : 0;
}
