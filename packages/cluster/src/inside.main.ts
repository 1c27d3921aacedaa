import { registerDemoAccount } from '@precis/e2e/deployment/distributed-demo';
import type { Deployment } from '@precis/e2e/deployment/deployment';
import { call } from '@precis/e2e/deployment/call';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterHome, repositoryFolder } from './cluster-home.js';
import { Buildah } from './images/buildah.js';
import { LOOPBACK_PORTS, PUBLIC_URL } from './install/addresses.js';
import { startBaseServices } from './install/base-services.js';
import { type ClusterState, STATE_VARIABLE, writeState } from './install/cluster-state.js';
import { deploymentSecrets, secretObjects } from './install/deployment-secrets.js';
import { Doorway } from './install/doorway.js';
import { importImages } from './install/import-images.js';
import { apply } from './install/kubernetes.js';
import { helm, releaseWords, restrictedNamespace, whatIsWrong } from './install/release.js';
import { releaseValues } from './install/release-values.js';
import { startSurroundings } from './install/surroundings.js';
import type { Sources } from './images/service-images.js';
import { groupsOf, type Part, runPart, wantedParts } from './parts.js';

interface GivenImages {
  pause: string;
  coredns: string;
  'metrics-server': string;
  services: string[];
  tag: string;
  /** The release that is installed before the part `upgrade` brings this one; without it, this one. */
  previous?: Sources;
}

const NAMESPACE = 'precis';
const RELEASE = 'precis';
const SHAPE = 'high-availability';
const started = Date.now();
const tell = (line: string) => console.log(`cluster [+${((Date.now() - started) / 1_000).toFixed(0)} s]: ${line}`);

/** Runs in the cluster's namespaces: installs the product as an operator would, and tests it. */
async function main(words: string[]): Promise<number> {
  const parts = wantedParts(words);
  const { services, tag, previous, ...own } = JSON.parse(process.env.CLUSTER_IMAGES!) as GivenImages;
  const buildah = new Buildah(clusterHome(process.env));
  const [around] = await Promise.all([
    startSurroundings(),
    importAndStart(buildah, [...Object.values(own), ...services], own),
  ]);
  tell('CoreDNS, metrics-server, Postgres, Redis, Kafka and the simulators run');

  const folder = join(tmpdir(), 'state');
  mkdirSync(folder, { mode: 0o700 });
  const chartOf = (sources: Sources) => {
    const values = join(folder, `values-${sources.tag}.json`);
    writeFileSync(values, JSON.stringify(releaseValues(around, sources.tag)));
    const chart = join(sources.root, 'charts/precis');
    return { chart, valueFiles: [join(chart, `ci/${SHAPE}-values.yaml`), values], tag: sources.tag };
  };
  const present = chartOf({ root: repositoryFolder, tag });
  const secrets = deploymentSecrets(around);
  const inNamespace = (service: string) => `dns:///${RELEASE}-${service}.${NAMESPACE}.svc.cluster.local:50051`;
  const state: ClusterState = {
    namespace: NAMESPACE,
    release: RELEASE,
    fullname: RELEASE,
    ...(previous ? chartOf(previous) : present),
    present,
    databaseUrls: around.databaseUrls,
    superuserUrl: around.postgres.url('postgres'),
    brokers: around.kafka.brokers,
    secrets,
    operator: {
      AUTH_ADDRESS: inNamespace('auth'),
      BILLING_ADDRESS: inNamespace('billing'),
      OPERATOR_SECRET: secrets.operator.CALLER_SECRET,
    },
  };
  await apply(restrictedNamespace(NAMESPACE));
  await apply(...secretObjects(secrets, NAMESPACE, RELEASE));
  await helm(...releaseWords('install', state)).catch(async (error: unknown) => {
    console.error(await whatIsWrong(NAMESPACE));
    throw error;
  });
  tell(`the chart is installed (${SHAPE}), every pod ready`);

  const front = `${RELEASE}-web.${NAMESPACE}.svc.cluster.local`;
  await Doorway.at('127.0.0.1', LOOPBACK_PORTS.front, () => ({ host: front, port: 8080 }));
  const precis = {
    url: PUBLIC_URL,
    operator: state.operator,
    call: (method, path, options) => call(PUBLIC_URL, method, path, options),
    mailbox: async (to) => (await fetch(`${around.mailsUrl}?to=${encodeURIComponent(to)}`)).json(),
  } as Pick<Deployment, 'url' | 'operator' | 'call' | 'mailbox'> as Deployment;
  const demo = await registerDemoAccount(precis, state.operator);
  tell('an account is registered, verified and granted a plan through the web Service');

  const demoFile = join(folder, 'demo.json');
  const files: Record<string, object> = {
    'demo.json': demo,
    'sandbox.json': { stripe: { url: around.stripe.url, control_token: around.stripe.token } },
    'operator.json': {
      authAddress: state.operator.AUTH_ADDRESS,
      billingAddress: state.operator.BILLING_ADDRESS,
      secret: state.operator.OPERATOR_SECRET,
      databaseUrls: Object.values(around.databaseUrls),
      busDatabaseUrl: '',
    },
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  writeState(join(folder, 'state.json'), state);
  const environment = {
    E2E_BASE_URL: PUBLIC_URL,
    E2E_DEMO_FILE: demoFile,
    E2E_MAILBOX_URL: around.mailsUrl,
    [STATE_VARIABLE]: join(folder, 'state.json'),
  };
  const failed: string[] = [];
  const runAndTell = async (part: Part) => {
    const seconds = await runPart(part, environment).catch((error: Error) => error);
    if (typeof seconds === 'number') tell(`part ${part.name} is green after ${seconds} s`);
    else {
      failed.push(part.name);
      tell(`part ${part.name} FAILED: ${seconds.message}`);
    }
  };
  for (const group of groupsOf(parts)) await Promise.all(group.map(runAndTell));
  if (failed.length > 0) console.error(await whatIsWrong(NAMESPACE));
  tell(failed.length === 0 ? 'all parts are green' : `failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

/** Needs none of the surroundings, and runs beside their start. */
async function importAndStart(buildah: Buildah, images: string[], own: Record<string, string>): Promise<void> {
  const imported = await importImages(buildah, images);
  tell(`${imported.length} images imported`);
  await startBaseServices(own);
}

process.exit(
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.stack : String(error));
    return 1;
  }),
);
