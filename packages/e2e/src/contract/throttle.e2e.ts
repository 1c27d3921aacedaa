import { useDeployment } from '../deployment/deployment.js';
import { throttleContract } from './throttle.suite.js';

jest.setTimeout(30_000);

/** Separate from the other suites: a flood reaches the limit only when no tracing takes time of each request. */
throttleContract(useDeployment({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }));
