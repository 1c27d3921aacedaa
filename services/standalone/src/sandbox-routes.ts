import { mailboxHandler } from '@precis/sandbox/mailbox/mailbox-handler';
import type { Mailbox } from '@precis/sandbox/mailbox/mailbox';
import type { FastifyInstance } from 'fastify';
import { refuseOtherHost, type SandboxPlace } from './sandbox-hosts.js';

/** The mailbox on the same origin: a page for people, JSON for scripts. 421 for a request with another host than `place` allows. */
export function mailboxRoutes(fastify: FastifyInstance, mailbox: Mailbox, place: SandboxPlace): void {
  const answer = mailboxHandler(mailbox);
  for (const path of ['/sandbox/mailbox', '/sandbox/mailbox.json']) {
    fastify.get(path, (request, reply) => {
      const refused = refuseOtherHost(request.raw.headers.host, place, reply);
      if (refused) return refused;
      // A hijacked reply loses its headers, including the request id.
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string);
      reply.hijack();
      answer(request.raw, reply.raw);
    });
  }
}
