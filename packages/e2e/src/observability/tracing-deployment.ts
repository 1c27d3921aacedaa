import { SpanReceiver } from '@precis/testing/span-receiver';
import { startDistributed, type Distributed } from '../deployment/distributed.js';
import { type ServiceName, SERVICES } from '../deployment/distributed-settings.js';
import { sweep } from '../deployment/secrets-sweep.js';
import { readMetrics, type Samples } from './metrics-text.js';

/** More than a test run writes. */
const WHOLE_LOG = 100_000_000;

/** Every service as a separate process, and a receiver of their traces. They log at the most detailed level, and the whole log is kept. */
export interface TracedDeployment {
  precis: Distributed;
  receiver: SpanReceiver;
  close(): Promise<void>;
}

/** Starts one copy of each service. close() also checks the received traces for secrets. */
export async function startTraced(): Promise<TracedDeployment> {
  const receiver = await SpanReceiver.listen();
  const observed = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, LOG_LEVEL: 'debug' };
  const settings = Object.fromEntries(SERVICES.map((name) => [name, observed]));
  const copies = Object.fromEntries(SERVICES.map((name) => [name, 1]));
  try {
    const precis = await startDistributed({ copies, settings, keptCharacters: WHOLE_LOG });
    const close = async () => {
      sweep.checkText('the traces', receiver.raw);
      await precis.close().finally(() => receiver.close());
    };
    return { precis, receiver, close };
  } catch (error) {
    await receiver.close();
    throw error;
  }
}

/** A service's /metrics as Prometheus reads it. */
export async function metricsText({ precis }: TracedDeployment, service: ServiceName): Promise<string> {
  const answer = await fetch(`${precis.copies[service][0].opsUrl}/metrics`);
  if (answer.status !== 200) throw new Error(`/metrics of ${service} answered ${answer.status}`);
  return answer.text();
}

/** A service's metrics, parsed. Throws when Prometheus would reject the text. */
export async function metricsOf(traced: TracedDeployment, service: ServiceName): Promise<Samples> {
  return readMetrics(await metricsText(traced, service));
}
