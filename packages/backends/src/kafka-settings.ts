import { kafkaLoginSettings, type KafkaPasswords } from './kafka-login.js';

/** The addresses and the log folder of one node of a cluster. */
export interface KafkaNodePlace {
  id: number;
  /** The address for clients and the other brokers; controllers communicate on loopback. */
  host: string;
  port: number;
  controllerPort: number;
  folder: string;
}

/** The listener for clients and the other brokers. */
const CLIENTS = 'CLIENTS';

/**
 * The server.properties of one node that is both broker and controller (KRaft), small and quick to detect a dead peer. With passwords it requires a
 * login.
 */
export function kafkaSettings(node: KafkaNodePlace, cluster: KafkaNodePlace[], passwords?: KafkaPasswords): string {
  const replicas = cluster.length;
  const leastInSync = Math.min(2, replicas);
  const protocol = passwords ? 'SASL_PLAINTEXT' : 'PLAINTEXT';
  const settings: Record<string, string | number | boolean> = {
    'process.roles': 'broker,controller',
    'node.id': node.id,
    'controller.quorum.voters': cluster.map(({ id, controllerPort }) => `${id}@127.0.0.1:${controllerPort}`).join(','),
    listeners: `${CLIENTS}://${node.host}:${node.port},CONTROLLER://127.0.0.1:${node.controllerPort}`,
    'advertised.listeners': `${CLIENTS}://${node.host}:${node.port}`,
    'listener.security.protocol.map': `${CLIENTS}:${protocol},CONTROLLER:${protocol}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': CLIENTS,
    'log.dirs': node.folder,
    'num.partitions': 3,
    'default.replication.factor': replicas,
    'min.insync.replicas': leastInSync,
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 3,
    'offsets.topic.replication.factor': replicas,
    'transaction.state.log.num.partitions': 3,
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': leastInSync,
    'share.coordinator.state.topic.num.partitions': 3,
    'share.coordinator.state.topic.replication.factor': replicas,
    'share.coordinator.state.topic.min.isr': leastInSync,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1_000,
    // By default the successor of a killed node waits for 9 s, and its own return takes 12 s.
    'broker.session.timeout.ms': 2_000,
    'broker.heartbeat.interval.ms': 500,
    'log.cleaner.dedupe.buffer.size': 8_388_608,
    ...(passwords ? kafkaLoginSettings(passwords, [CLIENTS]) : {}),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
