/** What an attacker in a pod tries to reach. */
export interface Targets {
  /** Databases of other services. */
  databases: string[];
  /** Topics that the service may neither read nor write. */
  foreign: string[];
  /** Topics that it may not write. */
  unwritable: string[];
  /** `host:port` and `/package.Service/Method` of each RPC of a service that does not admit it. */
  rpcs: { address: string; path: string }[];
  /** An RPC of a service that admits it. */
  admitted: { address: string; path: string }[];
  caller: string;
}

/** The result of each attempt: an error code, or `open`. */
export interface Tries {
  databases: Record<string, string>;
  foreign: Record<string, string>;
  unwritable: Record<string, string>;
  rpcs: Record<string, string>;
  admitted: Record<string, string>;
  /** Names of the variables that contain a credential. */
  credentials: string[];
}

/**
 * A Node script that runs in a pod. With only the pod's own files and credentials, it tries to reach the data and RPCs of other services. Its
 * argument is the Targets as JSON.
 */
export const TRESPASS = String.raw`
const targets = JSON.parse(process.argv[2]);
const env = process.env;
const tries = { databases: {}, foreign: {}, unwritable: {}, rpcs: {}, admitted: {}, credentials: [] };
tries.credentials = Object.keys(env).filter((name) => /PASSWORD|SECRET|_KEYS?$|DATABASE_URL/.test(name)).sort();
const attempt = async (kind, name, work) => {
  tries[kind][name] = await work().then(() => 'open', (error) => String(error.type || error.code || error.message));
};
async function databases() {
  if (!env.DATABASE_URL) return;
  const { Client } = require('pg');
  const connect = async (change) => {
    const url = new URL(env.DATABASE_URL);
    change(url);
    const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 10000 });
    await client.connect();
    await client.end();
  };
  await attempt('databases', 'own', () => connect(() => undefined));
  for (const name of targets.databases) {
    await attempt('databases', name + ' by the own role', () => connect((url) => { url.pathname = '/' + name; }));
    await attempt('databases', name + ' by its role', () => connect((url) => { url.pathname = '/' + name; url.username = name; }));
  }
}
async function kafka() {
  if (!env.KAFKA_SASL_PASSWORD) return;
  env.KAFKAJS_NO_PARTITIONER_WARNING = '1';
  const { Kafka, logLevel } = require('kafkajs');
  const sasl = { mechanism: env.KAFKA_SASL_MECHANISM, username: env.KAFKA_SASL_USERNAME, password: env.KAFKA_SASL_PASSWORD };
  const client = new Kafka({ brokers: env.KAFKA_BROKERS.split(','), sasl, logLevel: logLevel.NOTHING, retry: { retries: 1 } });
  const admin = client.admin();
  const producer = client.producer({ retry: { retries: 0 } });
  await admin.connect();
  await producer.connect();
  for (const topic of targets.foreign) await attempt('foreign', topic, () => admin.fetchTopicOffsets(topic));
  for (const topic of targets.unwritable)
    await attempt('unwritable', topic, () => producer.send({ topic, messages: [{ partition: 0, value: 'x' }] }));
  await admin.disconnect();
  await producer.disconnect();
}
async function rpcs() {
  let grpc;
  try { grpc = require('@grpc/grpc-js'); } catch { return; }
  const same = (bytes) => bytes;
  const ask = ({ address, path }, caller) => new Promise((resolve, reject) => {
    const client = new grpc.Client(address, grpc.credentials.createInsecure());
    const metadata = new grpc.Metadata();
    metadata.set('x-caller', caller);
    metadata.set('x-caller-secret', env.CALLER_SECRET || 'none');
    client.makeUnaryRequest(path, same, same, Buffer.alloc(0), metadata, { deadline: Date.now() + 15000 }, (error) => {
      client.close();
      error ? reject(error) : resolve();
    });
  });
  for (const target of targets.rpcs)
    for (const caller of [targets.caller, 'gateway'])
      if (caller === targets.caller || targets.caller !== 'gateway')
        await attempt('rpcs', target.path + ' as ' + caller, () => ask(target, caller));
  for (const target of targets.admitted) await attempt('admitted', target.path, () => ask(target, targets.caller));
}
databases().then(kafka).then(rpcs).then(
  () => { console.log(JSON.stringify(tries)); process.exit(0); },
  (error) => { console.error(error); process.exit(1); },
);
`;
