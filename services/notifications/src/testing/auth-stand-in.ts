import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { AuthServiceService, type RedeemMailRequestResponse } from '@precis/proto/auth/v1/auth';

export const OPEN_REQUEST: RedeemMailRequestResponse = {
  superseded: false,
  address: 'ada@example.com',
  name: 'Ada',
  link: 'https://precis.example/verify-email?token=canary-token',
  kind: 'verify-email',
};

/** Auth's side of RedeemMailRequest on a unix socket, for what notifications does with the answers. */
export class AuthStandIn {
  readonly answers = new Map<string, RedeemMailRequestResponse>();
  readonly callers: string[] = [];
  private server = new Server();

  async listen(path: string): Promise<void> {
    this.server = new Server();
    this.server.addService(AuthServiceService, {
      redeemMailRequest: (
        call: { request: { mailRequestId: string }; metadata: { get(key: string): unknown[] } },
        reply: (error: object | null, answer?: object) => void,
      ) => {
        this.callers.push(`${call.metadata.get('x-caller')[0]}/${call.metadata.get('x-caller-secret')[0]}`);
        const answer = this.answers.get(call.request.mailRequestId);
        if (answer) reply(null, answer);
        else reply({ code: status.NOT_FOUND, message: 'unknown' });
      },
    } as never);
    await new Promise<void>((resolve, reject) => {
      this.server.bindAsync(`unix:${path}`, ServerCredentials.createInsecure(), (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  close(): void {
    this.server.forceShutdown();
  }
}
