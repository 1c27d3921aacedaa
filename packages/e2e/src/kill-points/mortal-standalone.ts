import type { AuditOutcome } from '@precis/audit/audit';
import { freePorts } from '@precis/backends/free-ports';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Deployment, deploymentOf } from '../deployment/deployment.js';
import { StandaloneProcess } from '../deployment/standalone-process.js';
import { auditDataFolder } from '../kill-nine/audit-data-folder.js';
import { type Mortal, MortalDeployment } from './mortal-deployment.js';

const NAME = 'standalone';
/** The next run handles the mails and events of the last moments. */
const LIVES = 3;

/** All services run in one process over the embedded log. It dies as a whole, with its Postgres and the simulators. */
export class MortalStandalone extends MortalDeployment {
  private constructor(
    readonly precis: Deployment,
    private readonly own: StandaloneProcess,
    folder: string,
  ) {
    super(folder);
  }

  static async start(): Promise<MortalStandalone> {
    const folder = await this.freshFolder();
    const dataDir = await mkdtemp(join(tmpdir(), 'precis-e2e-'));
    const own = new StandaloneProcess(dataDir, (await freePorts(1))[0], this.settingsIn(folder, NAME));
    await own.start().catch(async (error: unknown) => {
      await own.discard();
      throw error;
    });
    return new MortalStandalone(await deploymentOf(own), own, folder);
  }

  /** Found in the same way as by the operator's commands; it differs in each run. */
  async databaseUrl(service: string): Promise<string> {
    const text = await readFile(join(this.own.dataDir, 'operator.json'), 'utf8');
    const { databaseUrls } = JSON.parse(text) as { databaseUrls: string[] };
    return databaseUrls.find((url) => new URL(url).pathname === `/precis_${service}`)!;
  }

  async auditAll(): Promise<AuditOutcome> {
    for (let life = 1; ; life++) {
      await this.own.stop();
      const outcome = await auditDataFolder(this.own.dataDir, async () => undefined);
      if (outcome.exitCode === 0 || life === LIVES) return outcome;
      await this.own.start();
    }
  }

  protected nameOf(): string {
    return NAME;
  }

  protected processOf(): Mortal {
    return this.own;
  }
}
