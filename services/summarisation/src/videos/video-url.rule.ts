/**
 * A video is named only by a YouTube address whose id is exactly 11 of letters, digits, `_` and `-` (VID-1); a search engine's or YouTube's
 * own wrapper is unwrapped first, at most twice, and without any request (VID-3).
 * The vectors are proto/cases/video-url.json; the web app and the MCP package run the same ones.
 */

const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;
/** Both are 11 characters long and follow /embed/ without naming a video. */
const PLAYER_WORDS = new Set(['videoseries', 'live_stream']);
const SHORT_HOST = 'youtu.be';
const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'gaming.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const ID_PATH = /^\/(?:embed|v|e|shorts|live|watch)\/([^/&]+)/;
/** What has no width, as mail and chat programs put it into addresses, also when it is encoded. What turns the direction round stays: it shows another address. */
const UNSEEN =
  /[\u00ad\u200b-\u200f\u202a-\u202c\u2060-\u2064\u2066-\u2069\ufeff]|%c2%ad|%e2%80%(?:8[b-f]|a[abc])|%e2%81%a[0-46-9]|%ef%bb%bf/gi;
/** As mails, chats and texts quote an address: `<https://...>`, `<https://...|title>`, `"https://..."`, `(https://...)`, `[title](https://...)`. */
const QUOTED = [
  /^<\s*([^<>|]+?)\s*(?:\|[^<>]*)?>$/,
  /^["'`“”„‘’‚«»‹›([「]\s*([^\s"'`“”‘’«»‹›()[\]「」]+)\s*["'`“”‘’«»‹›)\]」]$/,
  /^\[[^[\]/]*\]\(\s*([^\s()<>]+)\s*\)$/,
];
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const MAX_UNWRAPS = 2;
/** Longer than any wrapper seen in the wild; a bound on the work done for one input. */
const MAX_INPUT_CHARS = 4096;

/** An address that carries another one inside, known by an allow-list of hosts and by its exact path. */
interface Wrapper {
  /** Of the whole `host`: an address with a port of its own is not that site. */
  host: RegExp | { has(host: string): boolean };
  path: RegExp;
  target: (url: URL) => string | null | undefined;
}

const WRAPPERS: Wrapper[] = [
  {
    host: /^(?:www\.|m\.)?google\.(?:com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/,
    path: /^\/url$/,
    // `q` holds the words that were searched for where both are there
    target: ({ searchParams }) => searchParams.get('url') || searchParams.get('q'),
  },
  {
    host: /^(?:www\.|m\.|[a-z]{2}\.)?bing\.com$/,
    path: /^\/ck\/a$/,
    target: ({ searchParams }) => fromBing(searchParams.get('u')),
  },
  {
    host: /^(?:www\.|html\.|lite\.|safe\.|noai\.)?duckduckgo\.com$/,
    path: /^\/l\/?$/,
    target: ({ searchParams }) => searchParams.get('uddg'),
  },
  {
    host: /^(?:[a-z]{2}\.)?r\.search\.yahoo\.(?:com|co\.jp)$/,
    path: /\/RU=/,
    target: ({ pathname }) => fromYahoo(pathname),
  },
  {
    host: /^[a-z0-9]{1,20}\.safelinks\.protection\.(?:outlook|office365)\.(?:com|us)$/,
    path: /^\/(?:ap\/[\w-]{1,40}\/)?$/,
    target: ({ searchParams }) => searchParams.get('url'),
  },
  { host: /^consent\.youtube\.com$/, path: /^/, target: ({ searchParams }) => searchParams.get('continue') },
  { host: YOUTUBE_HOSTS, path: /^\/redirect$/, target: ({ searchParams }) => searchParams.get('q') },
  { host: YOUTUBE_HOSTS, path: /^\/attribution_link$/, target: ({ searchParams }) => searchParams.get('u') },
];

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

/** Whether `text` is an id by itself: the only thing that is ever used to ask for a video (VID-2). */
export function isVideoId(text: string): boolean {
  return videoIdFromUrl(`https://youtu.be/${text}`) === text;
}

function parse(input: string): URL | null {
  const seen = input.length > MAX_INPUT_CHARS ? '' : input.replace(UNSEEN, '').trim();
  const quoted = QUOTED.map((form) => form.exec(seen)?.[1]).find((inside) => inside !== undefined);
  const text = quoted ?? seen;
  // The URL parser silently drops tabs and newlines and turns `\` into `/`: such text would name another address than the one shown.
  if (text === '' || /[\u0000-\u001f\u007f\\]/.test(text)) return null;
  const address = text.startsWith('//') ? `https:${text}` : SCHEME.test(text) ? text : `https://${text}`;
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username || url.password ? null : url;
}

/** Only YouTube's own wrappers carry paths; a path behind another site's wrapper is a path on that site. */
function relativeToYoutube(path: string, wrapper: URL): URL | null {
  return YOUTUBE_HOSTS.has(wrapper.host) ? parse(`https://www.youtube.com${path}`) : null;
}

/** The address or path that `url` wraps, unchecked; null when it is no wrapper or an empty one. Never throws. */
function wrappedTarget(url: URL): string | null {
  const wrapper = WRAPPERS.find(
    ({ host, path }) => (host instanceof RegExp ? host.test(url.host) : host.has(url.host)) && path.test(url.pathname),
  );
  return wrapper?.target(url) || null;
}

/** `a1` and the address in base64url. */
function fromBing(packed: string | null): string | null {
  const base64 = /^a1([A-Za-z0-9_-]+)={0,2}$/.exec(packed ?? '')?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64url').toString('utf8');
}

/** One part of the path among others, percent-encoded: `/RV=2/RE=1700000000/RO=10/RU=https%3a%2f%2f.../RK=2/RS=...`. */
function fromYahoo(pathname: string): string | null {
  const part = pathname.split('/').find((one) => one.startsWith('RU='));
  try {
    return part === undefined ? null : decodeURIComponent(part.slice('RU='.length));
  } catch {
    return null;
  }
}

/** `host` and not `hostname`: an address with a port of its own is not YouTube. */
function idOf(url: URL): string | null {
  const candidate =
    url.host === SHORT_HOST ? idOnShortHost(url) : YOUTUBE_HOSTS.has(url.host) ? idOnYoutube(url) : null;
  return candidate && VIDEO_ID.test(candidate) && !PLAYER_WORDS.has(candidate) ? candidate : null;
}

function idOnShortHost(url: URL): string | null | undefined {
  return url.pathname === '/watch' ? idInQuery(url) : url.pathname.split(/[/&]/)[1];
}

function idOnYoutube(url: URL): string | null | undefined {
  return url.pathname === '/watch' || url.pathname === '/watch/' ? idInQuery(url) : ID_PATH.exec(url.pathname)?.[1];
}

/** Who adds a field to an address may write a second question mark, or "&" for the first one: `?v=ID?si=...`, `youtu.be/ID&t=4`. */
function idInQuery({ searchParams }: URL): string | undefined {
  return searchParams.get('v')?.split('?')[0];
}
