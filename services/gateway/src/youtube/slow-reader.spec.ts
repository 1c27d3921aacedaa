import { Result, SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { eventually } from '@precis/testing/eventually';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { RefundCharge } from '../admission/refund-charge.usecase.js';
import type { MeteredRequest } from '../admission/call-facts.js';
import type { RunMeteredCall } from '../admission/run-metered-call.usecase.js';
import type { HttpErrors } from '../http/http-problem.js';
import { OpenStreams } from './open-streams.js';
import { StreamSummary } from './stream-summary.usecase.js';

/** Larger than the buffers of a connection whose client does not read. */
const SENTENCE = { startMs: 0, endMs: 1, text: 'x'.repeat(100_000) };
const SENTENCES = 300;
const LIMIT_MS = 300;

describe('a client that asks for events and reads none (SUM-16)', () => {
  it('is disconnected when its time is over, with little of the summary buffered and without a refund', async () => {
    const refunds: string[] = [];
    const result = {
      ...Result.decode(new Uint8Array()),
      summaryType: SummaryType.SUMMARY_TYPE_AUTO,
      sentences: Array.from({ length: SENTENCES }, () => SENTENCE),
    };
    const answer = {
      result,
      quota: { limit: 3, remaining: 2, resetAtSeconds: 0 },
      replayed: false,
      charge: { accountId: 'ann', callId: 'call', attempt: 1 },
    };
    const open = new OpenStreams();
    const streams = new StreamSummary(
      { execute: async () => answer } as unknown as RunMeteredCall,
      { execute: async (_charge: object, reason: string) => void refunds.push(reason) } as unknown as RefundCharge,
      {} as HttpErrors,
      open,
      LIMIT_MS,
    );
    let kept = 0;
    const server = createServer(async (raw, response) => {
      const reply = { raw: response, headers: () => undefined } as unknown as FastifyReply;
      const events = await streams.execute(
        { form: { timestamps: true } } as MeteredRequest,
        { raw } as unknown as FastifyRequest,
        reply,
      );
      events.pipe(response);
      raw.socket.once('close', () => (kept = events.readableLength + response.writableLength));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    try {
      client.on('error', () => undefined).pause();
      client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await eventually('the cut', () => kept > 0, 20_000);
      expect(kept).toBeLessThan(5 * SENTENCE.text.length);
      await open.onApplicationShutdown();
      expect(refunds).toEqual([]);
    } finally {
      client.destroy();
      server.close();
    }
  });
});
