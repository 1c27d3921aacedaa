import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import type { WebhookDelivery } from '@precis/proto/notifications/v1/notifications';
import { eventually } from '@precis/testing/eventually';
import { StandingClock } from '@precis/testing/standing-clock';
import { randomUUID } from 'node:crypto';
import { type NotificationsRpc, NotificationsWorld } from './notifications-world.js';

const ALL = ['job.completed', 'job.failed', 'batch.ended', 'quota.threshold'];
const LOCAL = { PUBLIC_URL: 'http://localhost:8080', WEBHOOK_PRIVATE_TARGETS: 'on', WEBHOOK_DEADLINE_MS: '300' };

/** A customer's endpoint and its secret. */
export interface Customer {
  accountId: string;
  endpointId: string;
  secret: string;
}

/** Notifications with the settings of a laptop, and a clock that the test moves. */
export class WebhooksWorld {
  readonly clock = new StandingClock(new Date());
  notifications: NotificationsWorld;
  rpc: NotificationsRpc;

  static async start(settings: Record<string, string> = {}): Promise<WebhooksWorld> {
    const world = new WebhooksWorld();
    world.notifications = await NotificationsWorld.start({ ...LOCAL, ...settings }, world.clock);
    world.rpc = world.notifications.as('gateway');
    return world;
  }

  close(): Promise<void> {
    return this.notifications.close();
  }

  async customer(url: string, eventTypes = ALL, accountId: string = randomUUID()): Promise<Customer> {
    const { endpoint, secret } = await this.rpc.createEndpoint({ accountId, url, eventTypes });
    return { accountId, endpointId: endpoint!.endpointId, secret };
  }

  jobCompleted(userId: string, jobId: string = randomUUID()): Announcement {
    return EVENTS.jobEnded.of({ userId, jobId, isCompleted: true, code: '' }, this.clock.now());
  }

  async deliveries({ accountId, endpointId }: Customer): Promise<WebhookDelivery[]> {
    return (await this.rpc.listWebhookDeliveries({ accountId, endpointId, cursor: '', limit: 100 })).deliveries;
  }

  /** Waits until the endpoint's only delivery satisfies `looks`. */
  delivery(customer: Customer, what: string, looks: (delivery: WebhookDelivery) => boolean): Promise<WebhookDelivery> {
    return eventually(what, async () => (await this.deliveries(customer)).find(looks), 15_000);
  }

  endpoint = async ({ accountId, endpointId }: Customer) =>
    (await this.rpc.getEndpoint({ accountId, endpointId })).endpoint!;

  async count(state: string): Promise<number> {
    const [{ n }] = await this.notifications.database.query(
      'SELECT count(*)::int AS n FROM webhook_deliveries WHERE state = $1',
      [state],
    );
    return n;
  }
}
