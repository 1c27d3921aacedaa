import { type CallFailure, SESSION_REFUSED } from '../../lib/call-gateway';
import { invalidatedTags, playgroundApi, type Summary } from './api';
import { streamSummary, type StreamRequest } from './stream-summary';

/** Streams a summary as server-sent events, and invalidates the same cached data as a complete answer. */
export const streamedApi = playgroundApi.injectEndpoints({
  endpoints: (build) => ({
    streamedSummary: build.mutation<Summary, StreamRequest>({
      queryFn: async (request, { dispatch }): Promise<{ data: Summary } | { error: CallFailure }> =>
        streamSummary(request, () => dispatch({ type: SESSION_REFUSED })),
      invalidatesTags: invalidatedTags,
    }),
  }),
});
