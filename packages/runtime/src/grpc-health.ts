import { type sendUnaryData, type Server, status } from '@grpc/grpc-js';
import {
  type HealthCheckRequest,
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus as Serving,
  HealthService,
} from '@precis/proto/grpc/health/v1/health';
import { answersWithin } from './pause.js';

const LIMIT_MS = 2_500;

/**
 * Adds grpc.health.v1.Health to a server: SERVING while `ready` passes. The empty name means the whole server. A service that is not served here is
 * NOT_FOUND, as the protocol requires. Open to every caller, because probes have no secret. Watch is not offered.
 */
export function addHealthService(server: Server, services: string[], ready: () => Promise<void>): void {
  const check = async (service: string): Promise<HealthCheckResponse> => {
    if (service !== '' && !services.includes(service))
      throw Object.assign(new Error('unknown service'), { code: status.NOT_FOUND });
    const passes = await answersWithin(LIMIT_MS, ready).then(
      () => true,
      () => false,
    );
    return { status: passes ? Serving.SERVING : Serving.NOT_SERVING };
  };
  const answer = ({ request }: { request: HealthCheckRequest }, reply: sendUnaryData<HealthCheckResponse>) =>
    void check(request.service).then(
      (response) => reply(null, response),
      (error: Error) => reply(error),
    );
  server.addService(HealthService, { check: answer });
}
