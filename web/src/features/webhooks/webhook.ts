import type { OutgoingWebhooksControllerListApiResponse } from '../../lib/generated-api';

/** A webhook as its owner sees it. */
export type Webhook = OutgoingWebhooksControllerListApiResponse['webhooks'][number];

/** A webhook of the list, and what the list is told about it. */
export interface ManagedWebhook {
  webhook: Webhook;
  onChanged: () => void;
  /** Called with a new secret, which the row does not show itself. */
  onSecret: (secret: string) => void;
  onDeleted: () => void;
}
