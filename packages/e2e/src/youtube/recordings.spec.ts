import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startYouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import { segmentsOf } from '@precis/summarisation/transcripts/captions';
import { startReplay } from './replay-server.js';
import { outcomeOf, patient, sourceAt } from './source-outcome.js';

const FOLDER = join(import.meta.dirname, '../../../../../shared/fixtures/youtube');

interface RecordedCase {
  file: string;
  videoId: string;
  status?: number;
  transcript: string;
  info: string;
  /** The simulator's video with the same content. */
  like: string;
}

const CASES: RecordedCase[] = [
  { file: 'jd_ok.json', videoId: 'GJLlxj_dtq8', transcript: 'ok', info: 'ok', like: 'simBEES0001' },
  { file: 'jd_altered_user_agent.json', videoId: 'GJLlxj_dtq8', transcript: 'ok', info: 'ok', like: 'simBEES0001' },
  { file: 'jd_ww1_nl_en.json', videoId: 'F1xioXWb8CY', transcript: 'ok', info: 'ok', like: 'simDUPLANG0' },
  {
    file: 'jd_age_restricted.json',
    videoId: 'Njp5uhTorCo',
    transcript: 'age_restricted',
    info: 'ok',
    like: 'simAGE00000',
  },
  {
    file: 'jd_po_token_required.json',
    videoId: 'GJLlxj_dtq8',
    transcript: 'source_blocked',
    info: 'ok',
    like: 'simPOTALL00',
  },
  {
    file: 'jd_request_blocked.json',
    videoId: 'Njp5uhTorCo',
    transcript: 'source_blocked',
    info: 'source_blocked',
    like: 'simBOT00000',
  },
  {
    file: 'jd_too_many_requests.html',
    videoId: 'GJLlxj_dtq8',
    status: 429,
    transcript: 'source_blocked',
    info: 'source_blocked',
    like: 'sim429PLAY0',
  },
  {
    file: 'jd_too_many_requests.html',
    videoId: 'GJLlxj_dtq8',
    transcript: 'source_blocked',
    info: 'source_blocked',
    like: 'simRECAPT0P',
  },
  {
    file: 'jd_transcripts_disabled.json',
    videoId: 'dsMFmonKDD4',
    transcript: 'transcript_disabled',
    info: 'ok',
    like: 'simDISABLED',
  },
  {
    file: 'jd_transcripts_disabled2.json',
    videoId: 'Fjg5lYqvzUs',
    transcript: 'transcript_disabled',
    info: 'ok',
    like: 'simDISABLED',
  },
  {
    file: 'jd_unplayable.json',
    videoId: 'Njp5uhTorCo',
    transcript: 'source_unavailable',
    info: 'source_unavailable',
    like: 'simSTRANGE0',
  },
  {
    file: 'jd_video_unavailable.json',
    videoId: 'Njp5uhTorCo',
    transcript: 'video_unavailable',
    info: 'video_unavailable',
    like: 'simREMOVED0',
  },
];

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

if (!existsSync(FOLDER)) {
  it('has no recordings on this machine, so the simulator’s own catalogue is what is tested', () => {
    expect(existsSync(FOLDER)).toBe(false);
  });
} else {
  describe('YouTube source against recorded answers', () => {
    it.each(CASES)(
      'classifies $file (status $status) as $transcript, and the simulator’s $like alike',
      async (recorded) => {
        const replay = await startReplay((path, origin) =>
          path === '/api/timedtext'
            ? { body: read('jd_transcript.classic.xml') }
            : {
                status: recorded.status,
                body: read(recorded.file).replaceAll('https://www.youtube.com/api', `${origin}/api`),
              },
        );
        const simulator = await startYouTubeSimulator();
        const sources = [sourceAt(replay.url), sourceAt(simulator.url)];
        const ids = [recorded.videoId, recorded.like];
        try {
          const transcripts = await Promise.all(
            sources.map((source, at) => outcomeOf(source.transcript(ids[at], [], patient()))),
          );
          expect(transcripts).toEqual([recorded.transcript, recorded.transcript]);
          const infos = await Promise.all(sources.map((source, at) => outcomeOf(source.info(ids[at], patient()))));
          expect(infos).toEqual([recorded.info, recorded.info]);
        } finally {
          await Promise.all([...sources, replay, simulator].map((one) => one.close()));
        }
      },
    );

    it('reads the recorded words, title and language', async () => {
      const replay = await startReplay((path, origin) =>
        path === '/api/timedtext'
          ? { body: read('jd_transcript.classic.xml') }
          : { body: read('jd_ok.json').replaceAll('https://www.youtube.com/api', `${origin}/api`) },
      );
      const source = sourceAt(replay.url);
      const transcript = await source.transcript('GJLlxj_dtq8', [], patient());
      const info = await source.info('GJLlxj_dtq8', patient());
      await Promise.all([source.close(), replay.close()]);
      expect(transcript).toMatchObject({
        title: 'Surface Go Review - It’s Awesome',
        language: 'en',
        isGenerated: false,
        trackId: '.en',
        durationMs: 316_000,
      });
      expect(segmentsOf(transcript.captions)).toEqual([
        { startMs: 0, durationMs: 1_540, text: 'Hey, this is just a test' },
        { startMs: 1_540, durationMs: 4_160, text: 'this is not the original transcript' },
        { startMs: 5_700, durationMs: 3_239, text: 'just something shorter, I made up for testing' },
      ]);
      expect(info.tracks.map(({ vssId }) => vssId)).toEqual([
        '.zh',
        '.cs',
        '.en',
        'a.en',
        '.de',
        '.hi',
        '.ja',
        '.ko',
        '.es',
      ]);
    });
  });
}
