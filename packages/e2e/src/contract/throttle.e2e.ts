import { useDeployment } from '../deployment/deployment.js';
import { throttleContract } from './throttle.suite.js';

jest.setTimeout(30_000);

/**
 * Separate from the other suites: its limit is so low that a flood reaches it on a busy machine too. With the default limit, the flood was too
 * slow when four test files shared two cores.
 */
throttleContract(
  useDeployment({ OTEL_EXPORTER_OTLP_ENDPOINT: '', THROTTLE_KEY_PER_SECOND: '5', THROTTLE_KEY_BURST: '20' }),
);
