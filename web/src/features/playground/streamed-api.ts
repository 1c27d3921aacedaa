import { type CallFailure, SESSION_REFUSED } from '../../lib/call-gateway';
import { madeOld, playgroundApi, type Summary } from './api';
import { streamSummary, type StreamWish } from './stream-summary';

/** Streams a summary as server-sent events, and invalidates the same cached data as a complete answer. */
export const streamedApi = playgroundApi.injectEndpoints({
  endpoints: (build) => ({
    streamedSummary: build.mutation<Summary, StreamWish>({
      queryFn: async (wish, { dispatch }): Promise<{ data: Summary } | { error: CallFailure }> =>
        streamSummary(wish, () => dispatch({ type: SESSION_REFUSED })),
      invalidatesTags: madeOld,
    }),
  }),
});
