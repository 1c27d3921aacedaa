import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { busDatabase } from '@precis/events/fixture/bus-database';
import {
  ResolveRequest,
  ResolveResponse,
  SummarisationServiceService,
  SummaryType,
} from '@precis/proto/summarisation/v1/summarisation';
import { BatchClient } from '@precis/runtime/batches/batch-client';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { openDatabase } from './database.js';
import { RunningSummarisation, silent } from './testing/running-summarisation.js';

let close: () => Promise<void>;
let gateway: BatchClient<ResolveRequest, ResolveResponse>;
let stranger: typeof gateway;

beforeAll(async () => {
  const databases = [await migratedDatabase('summarisation', openDatabase), await busDatabase()];
  const bus = await openEmbeddedBus({ url: databases[1].url, logger: silent });
  const running = await RunningSummarisation.start(databases[0].url, bus);
  [gateway, stranger] = ['gateway', 'usage'].map(
    (caller) =>
      new BatchClient(running.target(caller), {
        path: SummarisationServiceService.resolve.path,
        encode: (request: ResolveRequest) => ResolveRequest.encode(request).finish(),
        decode: (response: Uint8Array) => ResolveResponse.decode(response),
        unary: () => Promise.reject(new Error('the service serves streams')),
      }),
  );
  close = async () => {
    for (const client of [gateway, stranger]) client.close();
    await running.close();
    await bus.close();
    await Promise.all(databases.map((database) => database.drop()));
  };
});
afterAll(() => close?.());

const asked = (language: string, url = 'https://youtu.be/precisDemo1'): ResolveRequest => ({
  url,
  parameters: { summaryType: SummaryType.SUMMARY_TYPE_SHORT, customPrompt: '', language },
  urlOnly: false,
});

describe('look-ups over one stream', () => {
  it('are refused alone when they are bad: another account in the same batch gets its answer', async () => {
    const ends = await Promise.allSettled([
      gateway.ask(asked('')),
      gateway.ask(asked('xx')),
      gateway.ask(asked('', 'https://example.com/')),
      gateway.ask(asked('')),
    ]);
    expect(ends).toMatchObject([
      { value: { videoId: 'precisDemo1', invalidCode: '' } },
      { reason: { kind: 'invalid', code: 'language_unknown' } },
      { value: { invalidCode: 'invalid_url' } },
      { value: { videoId: 'precisDemo1' } },
    ]);
  });

  it('are accepted only from a gateway (OPS-5)', async () => {
    await expect(stranger.ask(asked(''))).rejects.toMatchObject({ code: 'caller_refused' });
  });
});
