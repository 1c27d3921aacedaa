/** The bare server of the comparison: Fastify that reads a JSON body and sends BODY. Prints its port. */
import fastify from 'fastify';

const body = process.env.BODY!;
const server = fastify();
server.post('/api/youtube/summarize', (_, reply) => reply.type('application/json; charset=utf-8').send(body));
await server.listen({ port: 0, host: '127.0.0.1' });
console.log((server.server.address() as { port: number }).port);
