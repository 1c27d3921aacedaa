/** The used part of oidc-provider; its own types would need those of Koa. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Policy {
    add(prompt: unknown, place: number): void;
  }

  export const interactionPolicy: {
    base(): Policy;
    Prompt: new (prompt: { name: string; requestable: boolean }) => object;
  };

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
