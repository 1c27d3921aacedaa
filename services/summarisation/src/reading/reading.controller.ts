import type { Metadata } from '@grpc/grpc-js';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import {
  EstimateResponse,
  type EstimateRequest,
  type GetTranscriptRequest,
  GetTranscriptResponse,
} from '@precis/proto/summarisation/v1/summarisation';
import { Callers } from '@precis/runtime/callers.guard';
import { requestedParameters } from '../results/requested-parameters.js';
import { secondsOf } from '../results/summary-maker.js';
import { type Call, callerSignal, suppliedOf } from '../rpc-call.js';
import { EstimateSummary } from './estimate-summary.usecase.js';
import { ReadTranscript } from './read-transcript.usecase.js';

const SERVICE = 'SummarisationService';
const NOTHING = new Uint8Array();

/** gRPC of transcripts and estimates; only the gateway calls it. */
@Controller()
export class ReadingController {
  constructor(
    private readonly readTranscript: ReadTranscript,
    private readonly estimateSummary: EstimateSummary,
  ) {}

  @GrpcMethod(SERVICE, 'getTranscript')
  @Callers('gateway')
  async getTranscript(request: GetTranscriptRequest, _: Metadata, call: Call): Promise<GetTranscriptResponse> {
    const { url, accountId, language } = request;
    const read = await this.readTranscript.execute(url, accountId, language, callerSignal(call));
    if ('invalidCode' in read) return { ...GetTranscriptResponse.decode(NOTHING), ...read };
    return {
      invalidCode: '',
      videoId: read.videoId,
      title: read.title,
      language: read.language,
      isGenerated: read.isGenerated,
      durationSeconds: secondsOf(read.durationMs),
      segments: read.captions.json,
    };
  }

  @GrpcMethod(SERVICE, 'estimate')
  @Callers('gateway')
  async estimate(request: EstimateRequest, _: Metadata, call: Call): Promise<EstimateResponse> {
    const { url, accountId: account } = request;
    const parameters = requestedParameters(request.parameters);
    const supplied = suppliedOf({ videoId: '', transcript: request.transcript });
    const estimate = await this.estimateSummary.execute({ url, parameters, supplied, account }, callerSignal(call));
    if ('invalidCode' in estimate) return { ...EstimateResponse.decode(NOTHING), ...estimate };
    const { refusal, ...said } = estimate;
    return {
      ...said,
      invalidCode: '',
      refusalCode: refusal?.code ?? '',
      refusalMessage: refusal?.publicMessage ?? '',
    };
  }
}
