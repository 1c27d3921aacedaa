import type { Answers, AnswerTo } from './answers';
import {
  flag,
  list,
  maybeText,
  number,
  object,
  oneOf,
  optional,
  orElse,
  orEmpty,
  orNull,
  type Reader,
  text,
  unread,
  yes,
} from './reader';

type Summary = AnswerTo<'youtubeControllerPlayground'>['data'];
type Moment = Summary['not_covered'][number];

const TYPES = ['auto', 'short', 'detail'] as const;
const maybeNumber = orNull(number());
const seconds = number();

const moment = object<Moment>({ start_seconds: seconds, end_seconds: seconds });
/** Without moments a summary is read as plain text. */
const summary = object<Summary>({
  video_id: orEmpty,
  title: orEmpty,
  transcript_length: number(0),
  summary: text(),
  summary_type: oneOf(TYPES, 'auto'),
  sentences: orElse(
    list(
      object<Summary['sentences'][number]>({
        start_seconds: seconds,
        text: text(),
        end_seconds: maybeNumber,
        citations: orElse(list(moment), []),
      }),
    ),
    [],
  ),
  language: orEmpty,
  engine: orEmpty,
  duration_seconds: maybeNumber,
  focus_applied: flag(false),
  focus_reason: orNull(oneOf(['style', 'language', 'format', 'not_found'])),
  chapters: orElse(list(unread), []),
  warnings: orElse(
    list(
      object<Summary['warnings'][number]>({
        code: orEmpty,
        field: oneOf(['transcript', 'title', 'chapters', 'custom_prompt']),
        start_seconds: maybeNumber,
        end_seconds: maybeNumber,
        detail: optional(text()),
      }),
    ),
    [],
  ),
  not_covered: orElse(list(moment), []),
  dropped_sentences: number(0),
  transcript_source: oneOf(['youtube', 'supplied'], 'youtube'),
});
/** A summary, whole or as the last event of a stream. */
export const summaryReader: Reader<Summary> = summary;

/** How answers about summaries are read. */
export const SUMMARY_ANSWERS = {
  youtubeControllerSummarise: unread,
  youtubeControllerPlayground: object({ success: yes, data: summaryReader }),
  youtubeControllerInfo: object({
    success: yes,
    data: object<AnswerTo<'youtubeControllerInfo'>['data']>({
      video_id: orEmpty,
      title: orEmpty,
      transcript_available: flag(true),
      available_languages: list(text()),
      languages: orElse(list(unread), []),
      duration_seconds: maybeNumber,
    }),
  }),
  summariesControllerList: object({
    success: yes,
    summaries: list(
      object<AnswerTo<'summariesControllerList'>['summaries'][number]>({
        id: text(),
        video_id: maybeText,
        title: maybeText,
        summary_type: orNull(oneOf(TYPES)),
        duration_seconds: maybeNumber,
        created_at: text(),
        client: orEmpty,
        ticks: orNull(list(number())),
      }),
    ),
    next: maybeText,
  }),
  summariesControllerAgain: object({
    success: yes,
    data: (value) => ({ id: '', created_at: '', ...summaryReader(value) }),
  }),
  summariesControllerDelete: unread,
  summariesControllerVerify: unread,
  jobsControllerRead: unread,
  jobsControllerCancel: unread,
  readingControllerTranscript: unread,
  readingControllerEstimate: unread,
  batchesControllerCreate: unread,
  batchesControllerRead: unread,
  batchesControllerCancel: unread,
} satisfies Partial<Answers>;
