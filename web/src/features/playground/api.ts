import { failureStatus } from '../../lib/call-gateway';
import { generatedApi, type YoutubeControllerPlaygroundApiResponse } from '../../lib/generated-api';

/** A summary as the playground shows it, new or stored. */
export type Summary = YoutubeControllerPlaygroundApiResponse['data'];
/** How the summary is written: `auto`, `short` or `detail`. */
export type SummaryType = Summary['summary_type'];

/**
 * The tags that a summary call invalidates. A success changes the usage and the list of stored summaries. A 429 shows that the cached usage is old
 * (WEB-28).
 */
export const invalidatedTags = (answer: unknown, error: unknown): ('usage' | 'summaries')[] => {
  if (answer) return ['usage', 'summaries'];
  return failureStatus(error) === 429 ? ['usage'] : [];
};

/** The gateway's operations with the tags by which a summary renews the cached usage and the cached list. */
export const playgroundApi = generatedApi.enhanceEndpoints({
  addTagTypes: ['usage', 'summaries'],
  endpoints: {
    usageControllerSummary: { providesTags: ['usage'] },
    summariesControllerList: { providesTags: ['summaries'] },
    summariesControllerDelete: { invalidatesTags: ['summaries'] },
    youtubeControllerPlayground: { invalidatesTags: invalidatedTags },
  },
});
