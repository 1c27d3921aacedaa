import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A YouTube in which every video has malicious captions. */
export interface HostileYouTube {
  url: string;
  /** How often captions were sent. */
  sent(): number;
  close(): Promise<void>;
}

/** `captions`: a json3 body. */
export async function startHostileYouTube(captions: Buffer): Promise<HostileYouTube> {
  let sent = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    let asked = '';
    request.on('data', (chunk: Buffer) => void (asked += chunk.toString()));
    request.on('end', () => {
      if (pathname === '/api/timedtext') {
        sent += 1;
        response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' }).end(captions);
        return;
      }
      const videoId =
        pathname === '/youtubei/v1/player'
          ? (JSON.parse(asked) as { videoId: string }).videoId
          : (searchParams.get('v') ?? '');
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/timedtext?v=${videoId}&lang=en`;
      const captionTracks = [{ baseUrl, name: { simpleText: 'English' }, vssId: '.en', languageCode: 'en' }];
      response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' }).end(
        JSON.stringify({
          playabilityStatus: { status: 'OK' },
          videoDetails: { videoId, title: 'Captions made to harm', lengthSeconds: '3600' },
          captions: { playerCaptionsTracklistRenderer: { captionTracks } },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Captions of about `bytes` in which nearly every line contains every word of `prompt`, next to each other as in the prompt. */
export function hostileCaptions(bytes: number): { body: Buffer; prompt: string } {
  const words = Array.from({ length: 60 }, (_, at) => `topic${letters(at)}x`);
  const lines: string[] = [];
  for (let size = 0, nr = 0; size < bytes; nr += 1) {
    const from = nr % words.length;
    const text = `${[...words.slice(from), ...words.slice(0, from)].slice(0, 28).join(' ')} w${letters(nr)}.`;
    lines.push(JSON.stringify({ tStartMs: nr * 10, dDurationMs: 10, segs: [{ utf8: text }] }));
    size += lines[lines.length - 1].length + 1;
  }
  return { body: Buffer.from(`{"wireMagic":"pb3","events":[${lines.join(',')}]}`), prompt: words.join(' ') };
}

function letters(nr: number): string {
  return nr.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]);
}
