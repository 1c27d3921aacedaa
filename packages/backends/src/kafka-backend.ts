import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, type CacheEnvironment } from './cache-folder.js';
import { silentLogger, type BackendLogger } from './backend-logger.js';
import { freePorts } from './free-ports.js';
import { ensureKafkaJars } from './kafka-jars.js';
import { KAFKA_ADMIN, type KafkaPasswords } from './kafka-login.js';
import { KafkaNode } from './kafka-node.js';
import { brokersSeenFrom } from './kafka-readiness.js';
import { waitUntil } from './wait-until.js';

/** The options of startKafka(); by default one node without logins. */
export interface KafkaOptions {
  /** 1, or 3 with three replicas of which two must be in sync. */
  nodes?: 1 | 3;
  /** With passwords, every client needs a login: KAFKA_ADMIN may do everything, the others what ACLs allow. Absent: everybody may do everything. */
  passwords?: KafkaPasswords;
  /** The address on which clients connect and which they are told; default 127.0.0.1. */
  host?: string;
  logger?: BackendLogger;
  /** Determines where the jars are kept between runs. */
  environment?: CacheEnvironment;
}

/** A running Kafka cluster. */
export interface KafkaBackend {
  /** host:port of each node. The index is the `node` of the calls below; the broker's id is one more. */
  brokers: string[];
  /** The passwords of the start. */
  passwords?: KafkaPasswords;
  /** Default SIGKILL. For SIGKILL and SIGTERM it waits for the end of the process. */
  kill(node: number, signal?: NodeJS.Signals): Promise<void>;
  /** Starts a killed node on its old log and port, and waits until it has rejoined. */
  restart(node: number): Promise<void>;
  /** Ends all nodes and removes their data. */
  stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 90_000;
const ATTEMPTS = 3;

/** Starts a new Kafka cluster for tests; several may run in parallel. */
export async function startKafka({
  nodes = 1,
  passwords,
  host = '127.0.0.1',
  logger = silentLogger,
  environment = {},
}: KafkaOptions = {}): Promise<KafkaBackend> {
  const libs = await ensureKafkaJars(cacheFolder(environment), logger);
  for (let attempt = 1; ; attempt++) {
    const folder = await mkdtemp(join(tmpdir(), 'precis-kafka-'));
    const cluster = await planCluster({ nodes, host, folder, libs, passwords });
    try {
      const places = cluster.map(({ place }) => place);
      const clusterId = newClusterId();
      await Promise.all(cluster.map((node) => node.format(clusterId, places)));
      await Promise.all(cluster.map((node) => node.start(heapFor(nodes))));
      for (const node of cluster) await untilReady(node, cluster, passwords);
      return backendOf(cluster, folder, passwords);
    } catch (error) {
      await removeCluster(cluster, folder);
      const portWasTaken = (error as Error).message.includes('Address already in use');
      if (!portWasTaken || attempt === ATTEMPTS) throw error;
      logger.warn('Another process took a port of Kafka: starting again on other ports.');
    }
  }
}

function backendOf(cluster: KafkaNode[], folder: string, passwords?: KafkaPasswords): KafkaBackend {
  return {
    brokers: cluster.map(({ place }) => `${place.host}:${place.port}`),
    passwords,
    kill: (node, signal = 'SIGKILL') => cluster[node].signal(signal),
    restart: async (node) => {
      await cluster[node].start(heapFor(cluster.length));
      await untilReady(cluster[node], cluster, passwords);
    },
    stop: () => removeCluster(cluster, folder),
  };
}

async function planCluster(plan: {
  nodes: number;
  host: string;
  folder: string;
  libs: string;
  passwords?: KafkaPasswords;
}): Promise<KafkaNode[]> {
  const { nodes, host, folder, libs, passwords } = plan;
  const ports = await freePorts(2 * nodes);
  const ids = Array.from({ length: nodes }, (_, index) => index + 1);
  return ids.map((id) => {
    const place = {
      id,
      host,
      port: ports[2 * id - 2],
      controllerPort: ports[2 * id - 1],
      folder: join(folder, `node-${id}`),
    };
    return new KafkaNode(place, libs, passwords);
  });
}

/** A node is ready when it answers and knows every running node, including itself, as alive. */
async function untilReady(node: KafkaNode, cluster: KafkaNode[], passwords?: KafkaPasswords): Promise<void> {
  const isReady = async () => {
    const seen = await brokersSeenFrom(node.place, passwords?.[KAFKA_ADMIN]);
    return cluster.filter(({ isRunning }) => isRunning).every(({ place }) => seen.includes(place.id));
  };
  const settled = await waitUntil(async () => !node.isRunning || (await isReady()), READY_TIMEOUT_MS, 100);
  if (!settled || !node.isRunning)
    throw new Error(`Kafka node ${node.place.id} did not start: ${await node.logTail()}`);
}

async function removeCluster(cluster: KafkaNode[], folder: string): Promise<void> {
  await Promise.all(cluster.map((node) => node.signal('SIGKILL')));
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

const heapFor = (nodes: number) => (nodes === 1 ? 384 : 256);

/** A KRaft cluster id: 16 bytes in base64url. Like Kafka's own, it never begins with a dash, which would look like an option. */
function newClusterId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newClusterId() : id;
}
