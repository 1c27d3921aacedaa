import type { Answers, AnswerTo } from './answers';
import { flag, list, maybeText, number, object, oneOf, orEmpty, orNull, text, yes } from './reader';

const webhook = object<AnswerTo<'outgoingWebhooksControllerRead'>['webhook']>({
  id: text(),
  url: text(),
  events: list(text()),
  enabled: flag(true),
  disabled_reason: maybeText,
  failing_since: maybeText,
  old_secret_valid_until: maybeText,
  created_at: orEmpty,
});
const delivery = object<AnswerTo<'webhookDeliveriesControllerTest'>['delivery']>({
  id: text(),
  webhook_id: orEmpty,
  event: text(),
  status: oneOf(['queued', 'delivered', 'failed']),
  cause: maybeText,
  created_at: text(),
  next_attempt_at: maybeText,
  attempts: list(object({ at: text(), duration_ms: number(0), status: orNull(number()), error: maybeText })),
});
const withSecret = object({ success: yes, webhook, secret: text() });

/** How answers about webhooks are read. */
export const WEBHOOK_ANSWERS = {
  outgoingWebhooksControllerList: object({ success: yes, webhooks: list(webhook) }),
  outgoingWebhooksControllerCreate: withSecret,
  outgoingWebhooksControllerRead: object({ success: yes, webhook }),
  outgoingWebhooksControllerChange: object({ success: yes, webhook }),
  outgoingWebhooksControllerDelete: object({ success: yes, message: orEmpty }),
  outgoingWebhooksControllerRotate: withSecret,
  webhookDeliveriesControllerList: object({ success: yes, deliveries: list(delivery), next: maybeText }),
  webhookDeliveriesControllerTest: object({ success: yes, delivery }),
  webhookDeliveriesControllerReplay: object({ success: yes, delivery }),
} satisfies Partial<Answers>;
