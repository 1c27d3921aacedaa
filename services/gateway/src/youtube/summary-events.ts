import type { MeteredAnswer } from '../admission/run-metered-call.usecase.js';
import type { ServerEvent } from '../http/event-stream.js';
import { resultView } from './youtube.schemas.js';

/** The description of the stream in the OpenAPI document (API-15). */
export const STREAMED =
  'For Accept: text/event-stream. `progress` {stage}: `reading` while the summary is made, `writing` once it is complete and charged; `sentence` {index, ' +
  'start_seconds, end_seconds, text} for each; `usage` {limit, remaining, reset} after the charge; `done` with the `data` of the plain answer; or ' +
  '`error` with the body of an error answer, after which nothing comes and nothing is charged. Ignore a line that begins with a colon: it only keeps the connection open.';

/** Sent while captions are read and the summary is made and checked. The gateway knows no finer stages. */
export const READING: ServerEvent = { event: 'progress', data: { stage: 'reading' } };

/**
 * The events after the charge, in pieces that are each sent at once (SUM-16). The first piece includes the first sentence, so a client that saw
 * `writing` was sent it too. `timestamps`: whether the text of `done` names moments.
 */
export function* piecesOf({ result, quota }: MeteredAnswer, timestamps: boolean): Generator<ServerEvent[]> {
  const { data } = resultView(result, timestamps);
  const [first = [], ...others] = data.sentences.map(({ start_seconds, end_seconds, text }, index): ServerEvent[] => [
    { event: 'sentence', data: { index, start_seconds, end_seconds, text } },
  ]);
  yield [{ event: 'progress', data: { stage: 'writing' } }, ...first];
  yield* others;
  const { limit, remaining, resetAtSeconds: reset } = quota;
  yield [{ event: 'usage', data: { limit, remaining, reset } }];
  yield [{ event: 'done', data }];
}
