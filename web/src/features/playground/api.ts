import { type CallFailure, failureStatus, SESSION_REFUSED } from '../../lib/call-gateway';
import { generatedApi, type YoutubeControllerPlaygroundApiResponse } from '../../lib/generated-api';
import { type StreamWish, streamSummary } from './stream-summary';

/** A summary as the playground shows it, new or read again. */
export type Summary = YoutubeControllerPlaygroundApiResponse['data'];
export type SummaryType = Summary['summary_type'];

/** What a summary makes old: the usage after a success and after a 429 (WEB-28), the list of stored summaries. */
const madeOld = (answer: unknown, error: unknown): ('usage' | 'summaries')[] => {
  if (answer) return ['usage', 'summaries'];
  return failureStatus(error) === 429 ? ['usage'] : [];
};

const withTags = generatedApi.enhanceEndpoints({
  addTagTypes: ['usage', 'summaries'],
  endpoints: {
    usageControllerSummary: { providesTags: ['usage'] },
    summariesControllerList: { providesTags: ['summaries'] },
    summariesControllerDelete: { invalidatesTags: ['summaries'] },
    youtubeControllerPlayground: { invalidatesTags: madeOld },
  },
});

/** The generated calls of the playground, and the summary as events. */
export const playgroundApi = withTags.injectEndpoints({
  endpoints: (build) => ({
    streamedSummary: build.mutation<Summary, StreamWish>({
      queryFn: async (wish, { dispatch }): Promise<{ data: Summary } | { error: CallFailure }> =>
        streamSummary(wish, () => dispatch({ type: SESSION_REFUSED })),
      invalidatesTags: madeOld,
    }),
  }),
});
