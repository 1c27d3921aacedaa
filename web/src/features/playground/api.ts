import { failureStatus } from '../../lib/call-gateway';
import { generatedApi, type YoutubeControllerPlaygroundApiResponse } from '../../lib/generated-api';

/** A summary as the playground shows it, new or stored. */
export type Summary = YoutubeControllerPlaygroundApiResponse['data'];
export type SummaryType = Summary['summary_type'];

/** The cached data that a summary invalidates: the usage after a success and after a 429 (WEB-28), and the list of stored summaries. */
export const madeOld = (answer: unknown, error: unknown): ('usage' | 'summaries')[] => {
  if (answer) return ['usage', 'summaries'];
  return failureStatus(error) === 429 ? ['usage'] : [];
};

export const playgroundApi = generatedApi.enhanceEndpoints({
  addTagTypes: ['usage', 'summaries'],
  endpoints: {
    usageControllerSummary: { providesTags: ['usage'] },
    summariesControllerList: { providesTags: ['summaries'] },
    summariesControllerDelete: { invalidatesTags: ['summaries'] },
    youtubeControllerPlayground: { invalidatesTags: madeOld },
  },
});
