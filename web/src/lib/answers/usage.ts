import type { Answers, AnswerTo } from './answers';
import {
  list,
  maybeText,
  number,
  object,
  oneOf,
  orElse,
  orEmpty,
  orNull,
  type Reader,
  text,
  unread,
  yes,
} from './reader';

/** The current month in UTC, which is assumed for an answer without a month. */
const month: Reader<string> = (value) => orElse(text(), new Date().toISOString().slice(0, 7))(value);

/** How answers about usage are read. */
export const USAGE_ANSWERS = {
  usageControllerSummary: object({
    success: yes,
    data: object<AnswerTo<'usageControllerSummary'>['data']>({
      current: object({ used: number(), remaining: number(), limit: number(), percentage: number() }),
      monthly: list(object({ month: text(), label: text(), count: number() })),
    }),
  }),
  usageControllerDetails: object({
    success: yes,
    month,
    daily: list(
      object<AnswerTo<'usageControllerDetails'>['daily'][number]>({
        date: text(),
        count: number(),
        logs: list(object({ time: text(), endpoint: text(), client: orEmpty, title: maybeText })),
      }),
    ),
  }),
  requestsControllerRead: object({
    success: yes,
    data: object<AnswerTo<'requestsControllerRead'>['data']>({
      request_id: text(),
      time: text(),
      method: orEmpty,
      endpoint: orEmpty,
      status: orNull(number()),
      code: maybeText,
      charged: (value) => value === true,
      charge: oneOf(['no', 'yes', 'pending', 'refunded'], 'no'),
      engine: maybeText,
      cached: (value) => value === true,
      idempotent_replay: (value) => value === true,
      latency_ms: number(0),
      client: orEmpty,
      call_id: maybeText,
    }),
  }),
  usageControllerClients: object({
    success: yes,
    month,
    clients: list(object({ key: text(), name: text(), count: number(), percentage: number() })),
    count: number(),
  }),
  // Files whose content is for other programs.
  statementControllerStatement: unread,
  statementControllerDetailsTable: unread,
} satisfies Partial<Answers>;
