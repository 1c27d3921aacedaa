import type { Answers, AnswerTo } from './answers';
import { list, maybeText, number, object, oneOf, optional, orElse, orEmpty, text, yes } from './reader';

const state = oneOf(['operational', 'degraded', 'down', 'unknown'], 'unknown');

/** How answers about the deployment are read. */
export const DEPLOYMENT_ANSWERS = {
  infoControllerInfo: object({
    success: yes,
    base_url: text(),
    rate_limits: list(object({ plan: text(), videos_per_month: number() })),
    // A server that does not list its features has those of the specification.
    sign_in: orElse(list(oneOf(['password', 'google'])), ['password', 'google']),
    payment_methods: orElse(list(text()), ['stripe', 'crypto', 'wallet']),
    engines: list(text()),
    sandbox: list(text()),
    contact: maybeText,
    social: orElse(
      object<AnswerTo<'infoControllerInfo'>['social']>({
        microblog: optional(text()),
        photos: optional(text()),
        community: optional(text()),
        messenger: optional(text()),
      }),
      {},
    ),
    videos: orElse(object({ hero: maybeText, promo: maybeText }), { hero: null, promo: null }),
    demo_videos: list(object({ url: text(), video_id: text(), title: orEmpty, outcome: orEmpty, status: number(0) })),
  }),
  errorsControllerList: object({
    success: yes,
    errors: list(
      object<AnswerTo<'errorsControllerList'>['errors'][number]>({
        code: text(),
        group: oneOf(['request', 'video', 'account', 'payment', 'webhook'], 'request'),
        statuses: list(number()),
        cause: text(),
        next: orEmpty,
        retryable: (value) => value === true,
        charged: oneOf(['never', 'rarely'], 'rarely'),
        docs_url: orEmpty,
      }),
    ),
  }),
  statusControllerStatus: object({ success: yes, api: state, source: state, payments: state }),
} satisfies Partial<Answers>;
