import { simVideo, type SimVideo, vssId } from './sim-catalogue.js';
import { asSpeechRecognition, cutCues, renderCaptions } from './sim-captions.js';
import type { SimEndpoint } from './sim-faults.js';
import { watchPage } from './sim-pages.js';
import { playableAnswer, refusalAnswer, signature, type SimPlayerAnswer } from './sim-player.js';
import { PLAYER_FAULTS } from './sim-player-faults.js';
import { hugeText, SIM_TEXTS, type SimTextName } from './sim-texts.js';
import type { SimReply } from './sim-wire.js';

/** One request as the endpoints get it. `fault` is the active fault's name, `argument` the text after its colon. */
export interface SimQuestion {
  origin: string;
  videoId: string;
  clientName: string;
  query: URLSearchParams;
  fault: string;
  argument: string;
}

const JSON_TYPE = 'application/json; charset=UTF-8';
const TEXT_FAULTS: Record<string, SimTextName | 'huge'> = {
  huge: 'huge',
  rtl: 'arabic',
  cjk: 'japanese',
  injection: 'injection',
  entities: 'entities',
};

function json(value: unknown, status = 200): SimReply {
  return { status, type: JSON_TYPE, body: JSON.stringify(value) };
}

function plain(status: number, body: string): SimReply {
  return { status, type: 'text/plain; charset=utf-8', body };
}

function playerAnswer({ origin, videoId, clientName, fault, argument }: SimQuestion): SimPlayerAnswer {
  const video = simVideo(videoId);
  if (video === undefined) return refusalAnswer('ERROR', 'This video is unavailable');
  return PLAYER_FAULTS[fault]?.({ origin, video, clientName, argument }) ?? playableAnswer(origin, video);
}

function player(question: SimQuestion): SimReply {
  if (question.clientName === '')
    return json(
      { error: { code: 400, message: 'Request contains an invalid argument.', status: 'INVALID_ARGUMENT' } },
      400,
    );
  return json(playerAnswer(question));
}

function reel(question: SimQuestion): SimReply {
  return json(simVideo(question.videoId) ? { playerResponse: playerAnswer(question) } : {});
}

function isSigned(query: URLSearchParams, videoId: string): boolean {
  const expire = query.get('expire') ?? '';
  return query.get('signature') === signature(videoId, expire) && Number(expire) * 1_000 > Date.now();
}

function timedtext({ videoId, query, fault, argument }: SimQuestion): SimReply {
  const id = `${query.get('kind') === 'asr' ? 'a' : ''}.${query.get('lang') ?? ''}`;
  const video: SimVideo | undefined = simVideo(videoId);
  // A second track of the same language (fault dup_lang) has the same text.
  const track =
    video?.tracks.find((one) => vssId(one) === `${id}.${query.get('name') ?? ''}`) ??
    video?.tracks.find((one) => vssId(one) === id);
  if (!isSigned(query, videoId)) return plain(403, '');
  if (track === undefined) return plain(404, '');
  // Attestation is required but missing: an empty answer after a while (YouTube takes 8 s).
  if (/xpe|xpv/.test(query.get('exp') ?? '') && !query.has('pot'))
    return { status: 200, type: JSON_TYPE, body: '', delayMs: 300 };
  const name = TEXT_FAULTS[fault] ?? track.text;
  const cues = cutCues(name === 'huge' ? hugeText() : SIM_TEXTS[name]);
  const format = fault === 'only' ? argument : fault === 'entities' ? 'srv1' : (query.get('fmt') ?? 'srv1');
  const style = { isGenerated: track.isGenerated, hasDurations: fault !== 'no_dur' };
  return { status: 200, ...renderCaptions(format, style, track.isGenerated ? asSpeechRecognition(cues) : cues) };
}

function watch(question: SimQuestion): SimReply {
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: watchPage(playerAnswer({ ...question, clientName: 'WEB' })),
  };
}

function oembed({ videoId }: SimQuestion): SimReply {
  const video = simVideo(videoId);
  if (videoId === 'simPRIVATE0') return plain(401, 'Unauthorized');
  if (video === undefined) return plain(videoId === '' ? 400 : 404, videoId === '' ? 'Bad Request' : 'Not Found');
  return json({
    type: 'video',
    version: '1.0',
    provider_name: 'YouTube',
    title: video.title,
    author_name: video.author,
  });
}

function next({ videoId }: SimQuestion): SimReply {
  const markers = (simVideo(videoId)?.chapters ?? []).map(({ title, startSeconds }) => ({
    macroMarkersListItemRenderer: {
      title: { simpleText: title },
      onTap: { watchEndpoint: { videoId, startTimeSeconds: startSeconds } },
    },
  }));
  return json({
    engagementPanels: [
      { engagementPanelSectionListRenderer: { content: { macroMarkersListRenderer: { contents: markers } } } },
    ],
  });
}

/** The addresses that YouTube is known to serve; faults cannot be set for those without an endpoint name. */
export const SIM_ENDPOINTS: Record<string, { endpoint?: SimEndpoint; answer: (question: SimQuestion) => SimReply }> = {
  'POST /youtubei/v1/player': { endpoint: 'player', answer: player },
  'POST /youtubei/v1/reel/reel_item_watch': { endpoint: 'reel', answer: reel },
  'POST /youtubei/v1/visitor_id': { answer: () => json({ responseContext: { visitorData: 'CgtzaW11bGF0ZWQ%3D' } }) },
  'POST /youtubei/v1/config': { answer: () => json({ responseContext: { visitorData: 'CgtzaW11bGF0ZWQ%3D' } }) },
  'POST /youtubei/v1/next': { endpoint: 'next', answer: next },
  'POST /youtubei/v1/get_transcript': {
    answer: () =>
      json({ error: { code: 400, message: 'Precondition check failed.', status: 'FAILED_PRECONDITION' } }, 400),
  },
  'GET /api/timedtext': { endpoint: 'timedtext', answer: timedtext },
  'GET /watch': { endpoint: 'watch', answer: watch },
  'GET /oembed': { endpoint: 'oembed', answer: oembed },
};
