import { connect } from 'node:net';
import { Kafka, logLevel } from 'kafkajs';
import { KAFKA_ADMIN } from './kafka-login.js';

/**
 * The ids of the brokers that the broker at this address knows to be alive; empty while it does not answer. kafkajs is used unpatched, so it prints
 * one TimeoutNegativeWarning per process, for a wait until the time -1 (kafkajs#1751). The bus, which runs for long, works around that.
 */
export async function brokersSeenFrom(
  { host, port }: { host: string; port: number },
  adminPassword?: string,
): Promise<number[]> {
  if (!(await takesConnections(host, port))) return [];
  const timeouts = { connectionTimeout: 2_000, requestTimeout: 5_000, retry: { retries: 0 } };
  const sasl =
    adminPassword === undefined
      ? undefined
      : ({ mechanism: 'plain', username: KAFKA_ADMIN, password: adminPassword } as const);
  const kafka = new Kafka({
    clientId: 'readiness',
    sasl,
    brokers: [`${host}:${port}`],
    logLevel: logLevel.NOTHING,
    ...timeouts,
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { brokers, controller } = await admin.describeCluster();
    return controller === null ? [] : brokers.map(({ nodeId }) => nodeId);
  } catch {
    return [];
  } finally {
    await admin.disconnect();
  }
}

function takesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1_000 });
    const answer = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket
      .once('connect', () => answer(true))
      .once('error', () => answer(false))
      .once('timeout', () => answer(false));
  });
}
