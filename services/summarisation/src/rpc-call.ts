import type { ServerUnaryCall } from '@grpc/grpc-js';
import type { SummariseRequest } from '@precis/proto/summarisation/v1/summarisation';
import { DomainError } from '@precis/runtime/domain-error';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import type { SuppliedTranscript } from './results/summarise-supplied.usecase.js';

/** The part of a gRPC call that a handler uses. */
export type Call = Pick<ServerUnaryCall<unknown, unknown>, 'cancelled' | 'on'>;

/** A signal that is aborted when the caller cancels, or when its deadline is over. */
export function callerSignal(call: Call): AbortSignal {
  const controller = new AbortController();
  call.on('cancelled', () => controller.abort());
  if (call.cancelled) controller.abort();
  return controller.signal;
}

/**
 * The transcript that the caller supplied; undefined when there is none, and the video must be looked up. Throws invalid `transcript_invalid` for a
 * form that is neither segments nor subtitles, which a newer gateway may send.
 */
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
