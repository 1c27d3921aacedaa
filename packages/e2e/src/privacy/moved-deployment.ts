import { call, type Json } from '../deployment/call.js';
import { databaseRows } from '../deployment/database-rows.js';
import { type Deployment, type Mail, simulatorsIn } from '../deployment/deployment.js';
import { startInProcess } from '../faults/in-process-deployment.js';

/** A standalone whose clock the test moves, and whose databases it can read. */
export interface MovedDeployment extends Deployment {
  dataDir: string;
  databaseUrls: Record<string, string>;
  rows(service: string, sql: string, parameters?: unknown[]): Promise<Json[]>;
  /** Sets the clock of all services; settles when all work that became due has run. */
  moveTo(at: Date): Promise<void>;
  /** The services' time. */
  now(): Promise<Date>;
}

export async function startMoved(): Promise<MovedDeployment> {
  const { standalone, dataDir, close } = await startInProcess({});
  const { url } = standalone.demo;
  const { databaseUrls } = standalone;
  const asked = async (method: string, path: string, body?: object) => {
    const answer = await call(url, method, path, { body });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 200)}`);
    return answer.body;
  };
  return {
    url,
    gatewayUrls: [url],
    operator: { PRECIS_DATA_DIR: dataDir },
    simulators: await simulatorsIn(dataDir),
    dataDir,
    databaseUrls,
    demo: { ...standalone.demo, plan: 'enterprise' },
    call: (method, path, options) => call(url, method, path, options),
    mailbox: async (to) => (await asked('GET', `/sandbox/mailbox.json?to=${encodeURIComponent(to)}`)) as Mail[],
    rows: (service, sql, parameters) => databaseRows(databaseUrls[service], sql, parameters),
    moveTo: async (at) => {
      const offset = Math.round((at.getTime() - Date.now()) / 1_000);
      await asked('POST', '/sandbox/clock', { offset_seconds: offset });
    },
    now: async () => new Date((await asked('GET', '/sandbox/clock')).now),
    close,
  };
}
