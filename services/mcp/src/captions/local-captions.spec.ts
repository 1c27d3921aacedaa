import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiFailed } from '../api/api-failed.js';
import type { Scope } from '../tools/scope.js';
import { captionsFrom } from './fetch-local-captions.js';
import { LocalCaptions } from './local-captions.js';

/** A YouTube with one video, whose captions say in which track they were. */
let youtube: Server;
let offered: object;
let origin: string;

beforeAll(async () => {
  youtube = createServer((request, response) => {
    const { pathname } = new URL(request.url!, origin);
    const captions = { playerCaptionsTracklistRenderer: offered };
    const player = { playabilityStatus: { status: 'OK' }, videoDetails: { title: 'A walk' }, captions };
    const events = [{ tStartMs: 0, dDurationMs: 1_000, segs: [{ utf8: pathname }] }];
    request.resume();
    response.end(JSON.stringify(pathname.startsWith('/youtubei/') ? player : { events }));
  }).listen(0, '127.0.0.1');
  await once(youtube, 'listening');
  origin = `http://127.0.0.1:${(youtube.address() as AddressInfo).port}`;
});
afterAll(() => {
  youtube.closeAllConnections();
  youtube.close();
});

const author = (languageCode: string) => ({ baseUrl: `/author/${languageCode}`, languageCode });
const generated = (languageCode: string) => ({ baseUrl: `/generated/${languageCode}`, languageCode, kind: 'asr' });
const voice = (audioTrackId: string) => ({ audioTrackId });
const refusal = new ApiFailed(503, 'source_blocked', 'YouTube refuses the service.');

async function read(url: string, language?: string): Promise<string> {
  const api = { call: () => Promise.reject(refusal) };
  const scope = { api, signal: new AbortController().signal } as unknown as Scope;
  const { external_content } = await new LocalCaptions(captionsFrom(origin)).transcript({ url, language }, scope);
  return external_content.text;
}

describe('captions that are read on this machine', () => {
  it.each([
    ['the author’s in the spoken language', [author('de'), author('en'), generated('en')], [], '/author/en'],
    ['the author’s in a variant of it', [author('de'), author('en-GB'), generated('en')], [], '/author/en-GB'],
    ['generated ones rather than a translation', [author('de'), generated('en')], [], '/generated/en'],
    [
      'those of the original voice of a dubbed video',
      [author('de'), author('fr'), generated('de'), generated('fr')],
      [voice('de-DE.10'), voice('fr-FR.4')],
      '/author/fr',
    ],
    ['the author’s, when nothing shows the spoken language', [author('de'), author('en')], [], '/author/de'],
  ])('are %s (VID-11)', async (_name, captionTracks, audioTracks, chosen) => {
    offered = { captionTracks, audioTracks };
    expect(await read('https://youtu.be/precisDemo1')).toContain(chosen);
  });

  it('are in the requested language', async () => {
    offered = { captionTracks: [author('en'), generated('en'), author('de')] };
    expect(await read('https://youtu.be/precisDemo1', 'DE')).toContain('/author/de');
    offered = { captionTracks: [author('fr'), author('en-US')] };
    expect(await read('https://youtu.be/precisDemo1', 'en')).toContain('/author/en-US');
    offered = { captionTracks: [author('en-US'), author('en-GB')] };
    expect(await read('https://youtu.be/precisDemo1', 'en-GB')).toContain('/author/en-GB');
  });

  it('leave the refusal of the service as it is for an address that only the service can read (MCP-15)', async () => {
    offered = { captionTracks: [author('en')] };
    const wrapped = 'https://www.google.com/url?q=https%3A%2F%2Fyoutu.be%2FprecisDemo1';
    await expect(read(wrapped)).rejects.toBe(refusal);
  });
});
