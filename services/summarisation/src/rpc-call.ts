import type { ServerUnaryCall } from '@grpc/grpc-js';
import type { SummariseRequest } from '@precis/proto/summarisation/v1/summarisation';
import { DomainError } from '@precis/runtime/domain-error';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import type { SuppliedTranscript } from './results/summarise-supplied.usecase.js';

/** The part of a gRPC call that a handler uses. */
export type Call = Pick<ServerUnaryCall<unknown, unknown>, 'cancelled' | 'on'>;

/** Aborted when the caller has cancelled, or its deadline is over. */
export function left(call: Call): AbortSignal {
  const controller = new AbortController();
  call.on('cancelled', () => controller.abort());
  if (call.cancelled) controller.abort();
  return controller.signal;
}

/** Undefined when the video must be looked up. A newer gateway may send a third form. */
export function suppliedOf({
  videoId,
  transcript,
  resultRef,
}: Pick<SummariseRequest, 'videoId' | 'transcript' | 'resultRef'>): SuppliedTranscript | undefined {
  if (!transcript) return undefined;
  const { title, body } = transcript;
  if (!body)
    throw new DomainError('invalid', 'transcript_invalid', 'The transcript is neither segments nor subtitles.');
  const chosenRef = resultRef !== undefined && isCanonicalUuid(resultRef) ? resultRef : undefined;
  return { videoId, title, body: { kind: body.$case, bytes: body.value }, chosenRef };
}
