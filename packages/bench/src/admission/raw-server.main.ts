/** The lower bound of the comparison: node:http alone, which reads a JSON body and sends BODY. Prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = Buffer.from(process.env.BODY!);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
const server = createServer((asked, answer) => {
  const chunks: Buffer[] = [];
  asked.on('data', (chunk: Buffer) => chunks.push(chunk));
  asked.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    answer.writeHead(200, headers).end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
