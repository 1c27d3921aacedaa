import { useDeployment } from '../deployment/deployment.js';
import { throttleContract } from './throttle.suite.js';

jest.setTimeout(30_000);

/** Apart from the other suites: a flood reaches the limit only where no span of each request takes time too. */
throttleContract(useDeployment({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }));
