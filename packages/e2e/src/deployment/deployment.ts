import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Answer, call, type CallOptions } from './call.js';
import type { DemoAccount } from './demo-account.js';
import { sweep } from './secrets-sweep.js';
import { StandaloneProcess } from './standalone-process.js';
import { startedFolder } from './started-folder.js';

/** A received mail, with the addresses of all links in it. */
export interface Mail {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** How to control a simulator of a payment provider: its address, and the bearer token of `/_sim/`. */
export interface SimulatorControl {
  url: string;
  token: string;
}

/** The tests' access to the product: an address, an account, and a mailbox. */
export interface Deployment {
  url: string;
  demo: DemoAccount;
  /** The gateways separately; only `url` when there is one. */
  gatewayUrls: string[];
  /** Settings of the operator's program. */
  operator: Record<string, string>;
  /** Simulators of payment providers, when the deployment has them. */
  simulators: { stripe?: SimulatorControl };
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Mails to this address, newest first. */
  mailbox(to: string): Promise<Mail[]>;
  close(): Promise<void>;
}

const START_LIMIT_MS = 90_000;

/**
 * The deployment under test. With E2E_BASE_URL it is the one at that address, with the demo account of the file E2E_DEMO_FILE (mails are read from
 * E2E_MAILBOX_URL when they are not on the same origin). Otherwise it is a new single-process one for the calling test file, with these settings.
 * The demo account's file is in the data folder, where the operator's program finds its own file.
 */
export async function deployment(settings: Record<string, string> = {}): Promise<Deployment> {
  const { E2E_BASE_URL: given, E2E_DEMO_FILE: demoFile, E2E_MAILBOX_URL: mailboxUrl } = process.env;
  if (given) {
    if (!demoFile) throw new Error('E2E_BASE_URL needs E2E_DEMO_FILE, the path of the demo account');
    return at(given.replace(/\/+$/, ''), demoFile, mailboxUrl, async () => sweep.end());
  }
  const traces = await sweep.traces();
  const observed = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, LOG_LEVEL: 'debug', PASSWORD_HASHING: 'light' };
  const own = await deploymentOf(await StandaloneProcess.inFolder(await startedFolder(), { ...observed, ...settings }));
  return { ...own, close: () => own.close().finally(() => traces.close()) };
}

/** The deployment of a started single process; closing it discards it. */
export function deploymentOf(own: StandaloneProcess): Promise<Deployment> {
  return at(own.url, own.demoFile, undefined, () => own.discard());
}

/** One deployment for all tests of the calling file; the settings are those of a fresh one. */
export function useDeployment(settings: Record<string, string> = {}): () => Deployment {
  let running: Deployment | undefined;
  beforeAll(async () => {
    running = await deployment(settings);
  }, START_LIMIT_MS);
  afterAll(() => running?.close(), START_LIMIT_MS);
  return () => running!;
}

async function at(
  url: string,
  demoFile: string,
  mailboxUrl: string | undefined,
  close: () => Promise<void>,
): Promise<Deployment> {
  const demo = JSON.parse(await readFile(demoFile, 'utf8')) as DemoAccount;
  const mails = mailboxUrl ?? `${url}/sandbox/mailbox.json`;
  return {
    url,
    demo,
    gatewayUrls: [url],
    operator: { PRECIS_DATA_DIR: dirname(demoFile) },
    simulators: await simulatorsIn(dirname(demoFile)),
    close,
    call: (method, path, options) => call(url, method, path, options),
    mailbox: async (to) => {
      const answer = await call(mails, 'GET', `?to=${encodeURIComponent(to)}`);
      if (answer.status !== 200) throw new Error(`mailbox answered ${answer.status}: ${answer.text.slice(0, 200)}`);
      return answer.body as Mail[];
    },
  };
}

/** Reads the files that standalone leaves in its data folder. */
export async function simulatorsIn(dataDir: string): Promise<Deployment['simulators']> {
  const text = await readFile(join(dataDir, 'sandbox.json'), 'utf8').catch(() => '{}');
  const { stripe } = JSON.parse(text) as { stripe?: { url: string; control_token: string } };
  return { stripe: stripe && { url: stripe.url, token: stripe.control_token } };
}
