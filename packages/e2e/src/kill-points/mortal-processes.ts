import { audit, type AuditOutcome } from '@precis/audit/audit';
import { BOOKS, urlSettingOf } from '@precis/audit/open-books';
import { pause } from '@precis/runtime/pause';
import { databaseRows } from '../deployment/database-rows.js';
import { SERVICES } from '../deployment/distributed-settings.js';
import { type Distributed, startDistributed } from '../deployment/distributed.js';
import { type Mortal, MortalDeployment } from './mortal-deployment.js';
import { type Point, POINTS } from './points.js';

const MORTALS = [...new Set(POINTS.map((point) => point.process))];
/** One copy of each service, so that no other copy does the work of the dead one. */
const COPIES = Object.fromEntries(SERVICES.map((name) => [name, 1]));
/** Tables with rows that a process leases for a while. */
const LEASES: Record<string, string[]> = {
  billing: ['provider_events', 'payment_looks'],
  notifications: ['deliveries'],
};
const SETTLED_MS = 60_000;
const LOOK_EVERY_MS = 500;

/** Each service runs as a separate process, over Kafka. */
export class MortalProcesses extends MortalDeployment {
  private constructor(
    readonly precis: Distributed,
    folder: string,
  ) {
    super(folder);
  }

  static async start(): Promise<MortalProcesses> {
    const folder = await this.freshFolder();
    const settings = Object.fromEntries(MORTALS.map((name) => [name, this.settingsIn(folder, name)]));
    return new MortalProcesses(await startDistributed({ backends: 'chosen', copies: COPIES, settings }), folder);
  }

  async databaseUrl(service: string): Promise<string> {
    return this.precis.databaseUrls[service];
  }

  async auditAll(): Promise<AuditOutcome> {
    const urls = Object.fromEntries(BOOKS.map((book) => [urlSettingOf(book), this.precis.databaseUrls[book]]));
    const deadlineMs = performance.now() + SETTLED_MS;
    for (;;) {
      const outcome = await audit({ ...urls, AUDIT_GRACE_SECONDS: '0' });
      if (outcome.exitCode === 0 || performance.now() > deadlineMs) return outcome;
      await pause(LOOK_EVERY_MS);
    }
  }

  protected nameOf({ process: name }: Point): string {
    return name;
  }

  protected processOf({ process: name }: Point): Mortal {
    return this.precis.copies[name][0];
  }

  /** Frees the leases of the dead process, which would otherwise expire after 40 to 60 s. The workers' own tests wait for that. */
  protected override async bury({ process: name }: Point): Promise<void> {
    for (const table of LEASES[name] ?? []) {
      const sql = `UPDATE ${table} SET lease_until = now() WHERE lease_until > now()`;
      await databaseRows(this.precis.databaseUrls[name], sql);
    }
  }
}
