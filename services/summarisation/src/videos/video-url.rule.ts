/**
 * Rule (specification section 5, decision 15): a video is named only by a YouTube address whose id is exactly 11 of
 * letters, digits, `_` and `-`; a wrapper (redirect-wrapper.rule.ts) is unwrapped first, at most twice.
 * The vectors are proto/cases/video-url.json; the web app and the MCP package run the same ones.
 */

import { wrappedTarget, YOUTUBE_HOSTS } from './redirect-wrapper.rule.js';

const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;
/** Both are 11 characters long and follow /embed/ without naming a video. */
const PLAYER_WORDS = new Set(['videoseries', 'live_stream']);
const SHORT_HOST = 'youtu.be';
const ID_PATH = /^\/(?:embed|v|e|shorts|live)\/([^/]+)/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const MAX_UNWRAPS = 2;
/** Longer than any wrapper seen in the wild; a bound on the work done for one input. */
const MAX_INPUT_CHARS = 4096;

/** The 11-character id that `input` names, or null. Never throws; only the id may be used for an outgoing request. */
export function videoIdFromUrl(input: string): string | null {
  let url = parse(input);
  for (let unwraps = 0; url && unwraps < MAX_UNWRAPS; unwraps += 1) {
    const target = wrappedTarget(url);
    if (target === null) break;
    url = target.startsWith('/') && !target.startsWith('//') ? relativeToYoutube(target, url) : parse(target);
  }
  return url && idOf(url);
}

function parse(input: string): URL | null {
  const text = input.trim();
  // The URL parser silently drops tabs and newlines and turns `\` into `/`: such text would name another address than the one shown.
  if (text === '' || text.length > MAX_INPUT_CHARS || /[\u0000-\u001f\u007f\\]/.test(text)) return null;
  const address = text.startsWith('//') ? `https:${text}` : SCHEME.test(text) ? text : `https://${text}`;
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username || url.password ? null : url;
}

/** Only YouTube's own wrappers carry paths; a path behind another site's wrapper is a path on that site. */
function relativeToYoutube(path: string, wrapper: URL): URL | null {
  return YOUTUBE_HOSTS.has(wrapper.host) ? parse(`https://www.youtube.com${path}`) : null;
}

/** `host` and not `hostname`: an address with a port of its own is not YouTube. */
function idOf(url: URL): string | null {
  const candidate = url.host === SHORT_HOST ? idOnShortHost(url) : YOUTUBE_HOSTS.has(url.host) ? idOnYoutube(url) : null;
  return candidate && VIDEO_ID.test(candidate) && !PLAYER_WORDS.has(candidate) ? candidate : null;
}

function idOnShortHost(url: URL): string | null | undefined {
  return url.pathname === '/watch' ? url.searchParams.get('v') : url.pathname.split('/')[1];
}

function idOnYoutube(url: URL): string | null | undefined {
  return url.pathname === '/watch' || url.pathname === '/watch/' ? url.searchParams.get('v') : ID_PATH.exec(url.pathname)?.[1];
}
