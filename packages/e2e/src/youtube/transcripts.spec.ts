import { hugeText, SIM_TEXTS } from '@precis/sandbox/youtube/sim-texts';
import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import type { YouTubeSource } from '@precis/summarisation/youtube/youtube.source';
import { segmentsOf } from '@precis/summarisation/transcripts/captions';
import { startReplay } from './replay-server.js';
import { outcomeOf, patient, sourceAt } from './source-outcome.js';

describe('the resulting transcript', () => {
  let simulator: YouTubeSimulator;
  let source: YouTubeSource;
  beforeAll(async () => {
    simulator = await startYouTubeSimulator();
    source = sourceAt(simulator.url, { callTimeoutMs: 5_000, totalTimeoutMs: 15_000 });
  });
  afterAll(async () => {
    await source.close();
    await simulator.close();
  });

  async function words(videoId: string, languages: string[] = []): Promise<string> {
    return segmentsOf((await source.transcript(videoId, languages, patient())).captions)
      .map(({ text }) => text)
      .join(' ');
  }

  it('is the author’s words, in order, with title, language and length', async () => {
    const transcript = await source.transcript('simBEES0001', [], patient());
    expect(transcript).toMatchObject({
      title: 'Solitary bees: the gardener’s best friends',
      language: 'en',
      isGenerated: false,
      trackId: '.en',
      durationMs: 96_000,
    });
    expect(await words('simBEES0001')).toBe(SIM_TEXTS.bees.replace(/\n/g, ' '));
  });

  it('carries the chapters that its creator lists, and none where there is no list', async () => {
    const { chapters } = await source.transcript('simBEES0001', [], patient());
    expect(chapters).toEqual([
      { startMs: 0, endMs: 30_000, title: 'Who are they?', source: 'creator' },
      { startMs: 30_000, endMs: 60_000, title: 'Building a nest', source: 'creator' },
      { startMs: 60_000, endMs: 96_000, title: 'Pollination', source: 'creator' },
    ]);
    expect((await source.transcript('simBRIDGES1', [], patient())).chapters).toEqual([]);
    expect((await source.transcript('simNOTITLE0', [], patient())).chapters).toEqual([]);
  });

  it('is the same whichever of the four formats YouTube answers', async () => {
    const json3 = segmentsOf((await source.transcript('simBEES0001', [], patient())).captions);
    for (const videoId of ['simSRV3ONLY', 'simSRV1ONLY', 'simVTTONLY0', 'simNODUR000']) {
      const segments = segmentsOf((await source.transcript(videoId, [], patient())).captions);
      expect(segments.map(({ startMs, text }) => [startMs, text])).toEqual(
        json3.map(({ startMs, text }) => [startMs, text]),
      );
    }
  });

  it('falls back to generated captions, whose lines end where the next begins', async () => {
    const transcript = await source.transcript('simBRIDGES1', [], patient());
    expect(transcript).toMatchObject({ isGenerated: true, trackId: 'a.en' });
    const segments = segmentsOf(transcript.captions);
    expect(
      segments.slice(1).every(({ startMs }, at) => segments[at].startMs + segments[at].durationMs <= startMs),
    ).toBe(true);
    expect(segments[0].text).toBe('let us ask why bridges fall down and what');
  });

  it('is in the requested language, or else a refusal lists the available ones', async () => {
    expect((await source.transcript('simBEES0001', ['fr', 'de'], patient())).language).toBe('de');
    expect((await source.transcript('simBRITISH1', ['en'], patient())).language).toBe('en-GB');
    await expect(source.transcript('simBEES0001', ['fr'], patient())).rejects.toThrow('Available: de, en.');
    expect(await outcomeOf(source.transcript('simBEES0001', ['fr'], patient()))).toBe('language_unavailable');
  });

  it('is in the speaker’s language, and distinguishes tracks of one language', async () => {
    expect(await source.transcript('simGERMAN01', [], patient())).toMatchObject({ language: 'de', trackId: '.de' });
    expect((await source.info('simGERMAN01', patient())).tracks.map(({ vssId }) => vssId)).toEqual([
      '.de.CcQ45jRV4-E',
      '.de',
      'a.de',
    ]);
    expect((await source.transcript('simDUPLANG0', [], patient())).trackId).toBe('.en');
  });

  it('keeps right-to-left and unspaced scripts whole', async () => {
    expect(await words('simRTL00000')).toBe(SIM_TEXTS.arabic.replace(/\n/g, ' '));
    expect((await words('simCJK00000')).replace(/ /g, '')).toBe(SIM_TEXTS.japanese.replace(/\n/g, ''));
  });

  it('carries no markup, reads doubly escaped text, and leaves what the author himself wrote as an entity', async () => {
    expect(await words('simENTITIES')).toBe(
      `Tom & Jerry's "quick" guide to R&D: 3 < 4 and 5 > 2, it's fine. Use &lt;b&gt; for bold & &amp; for an ampersand.`,
    );
    expect(await words('simINJECT00')).not.toMatch(/<\/?[a-z]/i);
  });

  it('holds five hours and 60,000 words', async () => {
    const text = await words('simHUGE0000');
    expect(text.split(' ').length).toBe(hugeText().split(/\s+/).length);
    expect(text.split(' ').length).toBeGreaterThan(60_000);
  });

  it('takes the title from oEmbed when the player does not give it', async () => {
    expect((await source.info('simNOTITLE0', patient())).title).toBe('Simulated fault: no_title');
  });

  it('is missing for a video without captions, whose info has its title, no tracks and the reason', async () => {
    expect(await source.info('simDISABLED', patient())).toMatchObject({
      title: 'Simulated fault: disabled',
      tracks: [],
      refusal: 'transcript_disabled',
    });
    expect(await source.info('simLIVE0000', patient())).toMatchObject({
      isLive: true,
      tracks: [],
      refusal: 'live_now',
    });
  });
});

describe('captions whose lines are all blank, as authors upload them to hide generated ones', () => {
  const VIDEO = 'simBLANK000';
  const json3 = (...lines: string[]) =>
    JSON.stringify({ wireMagic: 'pb3', events: lines.map((utf8, at) => ({ tStartMs: at * 1_000, segs: [{ utf8 }] })) });

  /** Simulates a video with these tracks, by their vssId. Returns the outcome of its transcript, and the tracks that were fetched. */
  async function transcriptOf(bodies: Record<string, string>): Promise<{ came: string; fetched: string[] }> {
    const fetched: string[] = [];
    const replay = await startReplay((path, origin, query) => {
      if (path === '/api/timedtext') {
        fetched.push(query.get('track') ?? '');
        return { body: bodies[query.get('track') ?? ''] };
      }
      const captionTracks = Object.keys(bodies).map((vssId) => ({
        baseUrl: `${origin}/api/timedtext?track=${vssId}`,
        languageCode: vssId.split('.')[1],
        vssId,
        ...(vssId.startsWith('a') && { kind: 'asr' }),
      }));
      const videoDetails = { videoId: VIDEO, title: 'A quiet walk' };
      const captions = { playerCaptionsTracklistRenderer: { captionTracks } };
      return { body: JSON.stringify({ playabilityStatus: { status: 'OK' }, videoDetails, captions }) };
    });
    const source = sourceAt(replay.url);
    try {
      const transcript = source.transcript(VIDEO, [], patient());
      const code = await outcomeOf(transcript);
      return { came: code === 'ok' ? (await transcript).trackId : code, fetched };
    } finally {
      await source.close();
      await replay.close();
    }
  }

  it.each([
    ['json3', json3(' ', '\n', '\u200b')],
    ['srv3', '<timedtext format="3"><body><p t="0" d="9"> </p></body></timedtext>'],
    ['classic', '<transcript><text start="0" dur="9">&amp;nbsp;</text></transcript>'],
    ['vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:09.000\n&nbsp;\n'],
  ])('as %s are skipped in favour of captions with text', async (_, blank) => {
    expect(await transcriptOf({ '.en': blank, 'a.en': json3('Good evening.') })).toEqual({
      came: 'a.en',
      fetched: ['.en', 'a.en'],
    });
  });

  it('are no captions when there are no others, and no block by YouTube', async () => {
    expect((await transcriptOf({ '.en': json3(' ') })).came).toBe('transcript_disabled');
  });

  it('are fetched at most three times, however many there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`.en.${at}`, json3(' ')]));
    expect(await transcriptOf(many)).toMatchObject({ came: 'transcript_disabled', fetched: { length: 3 } });
  });

  it('differ from captions without lines, which are YouTube’s gate', async () => {
    expect((await transcriptOf({ '.en': json3(), 'a.en': json3('Good evening.') })).came).toBe('source_blocked');
  });
});
