import type { OutgoingWebhooksControllerListApiResponse } from '../../lib/generated-api';

/** A webhook as its owner sees it. */
export type Webhook = OutgoingWebhooksControllerListApiResponse['webhooks'][number];
