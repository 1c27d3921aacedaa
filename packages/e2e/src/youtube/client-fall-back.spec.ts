import type { SimEndpoint } from '@precis/sandbox/youtube/sim-faults';
import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import type { YouTubeSource } from '@precis/summarisation/youtube/youtube.source';
import { outcomeOf, patient, sourceAt } from './source-outcome.js';

const VIDEO = 'simBEES0001';

/** An answer that ANDROID gets once; `times`: how often the service asks before it gives up. */
const REFUSALS: [fault: string, at: SimEndpoint, times: number][] = [
  ['removed', 'player', 1],
  ['refuses:UNPLAYABLE|This video is not available', 'player', 1],
  ['refuses:ERROR|YouTube is no longer supported in this application or device.', 'player', 1],
  ['disabled', 'player', 1],
  ['bot', 'player', 1],
  ['captcha_screen', 'player', 1],
  ['429', 'player', 1],
  ['html_instead', 'player', 1],
  ['age', 'player', 1],
  ['pot_all', 'player', 1],
  ['wrong_video', 'player', 1],
  ['stripped', 'player', 1],
  ['strange_status', 'player', 1],
  ['malformed', 'player', 1],
  ['500', 'player', 2],
  ['truncated', 'player', 2],
  ['reset', 'player', 2],
  ['empty200', 'timedtext', 1],
  ['429', 'timedtext', 1],
  ['malformed', 'timedtext', 1],
  ['empty_json3', 'timedtext', 1],
  ['truncated', 'timedtext', 2],
];

describe('one client’s refusal is no verdict', () => {
  let simulator: YouTubeSimulator;
  let source: YouTubeSource;
  beforeAll(async () => {
    simulator = await startYouTubeSimulator();
    source = sourceAt(simulator.url, { callTimeoutMs: 20_000, totalTimeoutMs: 50_000 });
  });
  beforeEach(() => simulator.reset());
  afterAll(async () => {
    await source.close();
    await simulator.close();
  });

  const clients = () => [
    ...new Set(
      simulator
        .log()
        .map(({ client }) => client)
        .filter((client) => client !== ''),
    ),
  ];

  it.each(REFUSALS)('after %s of the %s the second client is asked, and its captions are read', async (...row) => {
    simulator.setFault(VIDEO, row[1], row[0], row[2]);
    expect(await outcomeOf(source.transcript(VIDEO, [], patient()))).toBe('ok');
    expect(clients()).toEqual(['ANDROID', 'VISIONOS']);
  });

  it('is overruled by the last client of the table too', async () => {
    simulator.setFault(VIDEO, 'player', 'strange_status', 3);
    expect(await outcomeOf(source.transcript(VIDEO, [], patient()))).toBe('ok');
    expect(clients()).toEqual(['ANDROID', 'VISIONOS', 'IOS', 'WEB']);
  });

  it('stands when it is about the video and the second client agrees', async () => {
    simulator.setFault(VIDEO, 'player', 'removed', 2);
    expect(await outcomeOf(source.transcript(VIDEO, [], patient()))).toBe('video_unavailable');
    expect(clients()).toEqual(['ANDROID', 'VISIONOS']);
  });
});
