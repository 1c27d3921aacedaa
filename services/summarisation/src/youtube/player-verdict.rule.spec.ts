import type { PlayerAnswer } from './player-answer.rule.js';
import { decideVerdict, type ClientAnswer, type ClientOutcome } from './player-verdict.rule.js';

const CLIENTS = [{ canConvict: true }, { canConvict: true }, { canConvict: false }, { canConvict: false }];
const NAMES = ['ANDROID', 'VISIONOS', 'IOS', 'WEB'];

function answerWith(trackCount: number): PlayerAnswer {
  const track = { url: '', code: 'en', name: '', isGenerated: false, vssId: '.en', isGated: false };
  return {
    status: 'OK',
    reason: '',
    detail: '',
    isScheduled: false,
    hasAgeGate: false,
    hasCaptcha: false,
    isLive: false,
    tracks: Array(trackCount).fill(track),
  };
}

/** `captions` = plays with captions, `playable` = plays without. */
function heard(...outcomes: (ClientOutcome | 'captions')[]): ClientAnswer[] {
  return outcomes.map((outcome, at) => ({
    client: NAMES[at],
    canConvict: CLIENTS[at].canConvict,
    outcome: outcome === 'captions' ? 'playable' : outcome,
    answer: answerWith(outcome === 'captions' || outcome === 'gated' ? 1 : 0),
  }));
}

function verdict(...outcomes: (ClientOutcome | 'captions')[]): string {
  const decided = decideVerdict(heard(...outcomes), CLIENTS);
  return decided.kind === 'refused' ? decided.code : decided.kind;
}

describe('what the clients’ answers add up to', () => {
  it.each<[string, (ClientOutcome | 'captions')[]]>([
    ['ask_next', ['video_unavailable']],
    ['video_unavailable', ['video_unavailable', 'video_unavailable']],
    ['found', ['video_unavailable', 'captions']],
    ['ask_next', ['video_unavailable', 'failed']],
    ['unavailable', ['video_unavailable', 'failed', 'video_unavailable', 'video_unavailable']],
    ['ask_next', ['playable']],
    ['transcript_disabled', ['playable', 'playable']],
    ['transcript_disabled', ['playable', 'video_unavailable', 'changed', 'changed']],
    ['unavailable', ['playable', 'changed', 'changed', 'changed']],
    ['unavailable', ['changed', 'video_unavailable', 'video_unavailable', 'video_unavailable']],
    ['live_ended', ['live_ended']],
    ['unavailable', ['playable', 'failed', 'changed', 'changed']],
    ['blocked', ['playable', 'blocked', 'changed', 'changed']],
    ['video_private', ['video_private']],
    ['geo_blocked', ['geo_blocked']],
    ['ask_next', ['age_restricted']],
    ['found', ['age_restricted', 'captions']],
    ['age_restricted', ['age_restricted', 'age_restricted']],
    ['age_restricted', ['age_restricted', 'changed', 'changed', 'changed']],
    ['ask_next', ['blocked']],
    ['blocked', ['blocked', 'blocked']],
    ['unavailable', ['unreachable', 'unreachable']],
    ['ask_next', ['gated', 'gated', 'gated']],
    ['blocked', ['gated', 'gated', 'gated', 'gated']],
    ['blocked', ['gated', 'playable', 'playable', 'playable']],
    ['ask_next', ['gated', 'video_unavailable']],
    ['unavailable', ['changed', 'changed', 'changed', 'changed']],
  ])('%s after %j', (expected, outcomes) => {
    expect(verdict(...outcomes)).toBe(expected);
  });

  it('never takes the word of the only convicting client that there is', () => {
    const [only] = heard('video_unavailable');
    expect(decideVerdict([only], [{ canConvict: true }]).kind).toBe('unavailable');
  });
});
