/** What a summary may be answered as (SUM-22). */
export const SUMMARY_FORMATS = ['json', 'md', 'srt'] as const;

/** How a summary is shown; it is the same stored one in every form. `timestamps`: whether its text names moments. */
export interface SummaryForm {
  format: (typeof SUMMARY_FORMATS)[number];
  timestamps: boolean;
}
