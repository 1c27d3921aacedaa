import { mailboxHandler } from '@precis/sandbox/mailbox/mailbox-handler';
import type { Mailbox } from '@precis/sandbox/mailbox/mailbox';
import type { FastifyInstance } from 'fastify';
import { answersHost, type SandboxPlace } from './sandbox-hosts.js';

/** The mailbox on the same origin: a page for people, JSON for scripts. 421 for whoever came by another name than `place` has. */
export function mailboxRoutes(fastify: FastifyInstance, mailbox: Mailbox, place: SandboxPlace): void {
  const answer = mailboxHandler(mailbox);
  for (const path of ['/sandbox/mailbox', '/sandbox/mailbox.json']) {
    fastify.get(path, (request, reply) => {
      if (!answersHost(request.raw.headers.host, place)) {
        const where = `The sandbox answers at ${place.publicUrl} alone, or on this machine at http://localhost:${place.port}.`;
        return reply
          .code(421)
          .type('text/plain; charset=utf-8')
          .send(`${where} To reach it by another name, start Precis with PUBLIC_URL=that address.\n`);
      }
      // A hijacked reply forgets its headers, the request id among them.
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string);
      reply.hijack();
      answer(request.raw, reply.raw);
    });
  }
}
