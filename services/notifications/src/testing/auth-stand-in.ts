import { Server, ServerCredentials } from '@grpc/grpc-js';
import {
  AuthServiceService,
  type GetRecipientResponse,
  type RedeemMailRequestResponse,
} from '@precis/proto/auth/v1/auth';
import { DomainError } from '@precis/runtime/domain-error';
import { toGrpcError } from '@precis/runtime/grpc-errors';

export const OPEN_REQUEST: RedeemMailRequestResponse = {
  superseded: false,
  address: 'ada@example.com',
  name: 'Ada',
  link: 'https://precis.example/verify-email?token=canary-token',
  kind: 'verify-email',
};

interface Call<Q> {
  request: Q;
  metadata: { get(key: string): unknown[] };
}
type Reply = (error: object | null, answer?: object) => void;

/** Simulates auth's RedeemMailRequest and GetRecipient on a unix socket. */
export class AuthStandIn {
  /** Recipients by account; Ada for all others. */
  readonly recipients = new Map<string, GetRecipientResponse>();
  readonly answers = new Map<string, RedeemMailRequestResponse>();
  /** The refusal for an unknown request; by default the one for a request that was deleted with its account. */
  refusal = new DomainError('not_found', 'mail_request_unknown', 'The mail request does not exist.');
  readonly callers: string[] = [];
  private server = new Server();

  async listen(path: string): Promise<void> {
    this.server = new Server();
    this.server.addService(AuthServiceService, {
      redeemMailRequest: (call: Call<{ mailRequestId: string }>, reply: Reply) => {
        this.note(call);
        const answer = this.answers.get(call.request.mailRequestId);
        if (answer) reply(null, answer);
        else reply(toGrpcError(this.refusal));
      },
      getRecipient: (call: Call<{ accountId: string }>, reply: Reply) => {
        this.note(call);
        reply(
          null,
          this.recipients.get(call.request.accountId) ?? { address: 'ada@example.com', name: 'Ada', isStopped: false },
        );
      },
    } as never);
    await new Promise<void>((resolve, reject) => {
      this.server.bindAsync(`unix:${path}`, ServerCredentials.createInsecure(), (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  private note({ metadata }: Call<unknown>): void {
    this.callers.push(`${metadata.get('x-caller')[0]}/${metadata.get('x-caller-secret')[0]}`);
  }

  close(): void {
    this.server.forceShutdown();
  }
}
