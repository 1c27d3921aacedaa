/**
 * Accepts only YouTube addresses whose id is exactly 11 letters, digits, `_` and `-` (VID-1). A wrapper of a search engine or of YouTube is
 * unwrapped first, at most twice, and without any request (VID-3). The test vectors are in proto/cases/video-url.json; the web app and the MCP
 * package run the same ones.
 */

const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;
/** Both have 11 characters and follow /embed/ without naming a video. */
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
/**
 * Characters without width, which mail and chat programs put into addresses, also in encoded form. Direction overrides are not removed: such an
 * address is displayed as another one.
 */
const UNSEEN =
  /[\u00ad\u200b-\u200f\u202a-\u202c\u2060-\u2064\u2066-\u2069\ufeff]|%c2%ad|%e2%80%(?:8[b-f]|a[abc])|%e2%81%a[0-46-9]|%ef%bb%bf/gi;
/** Quoted addresses in mails, chats and texts: `<https://...>`, `<https://...|title>`, `"https://..."`, `(https://...)`, `[title](https://...)`. */
const QUOTED = [
  /^<\s*([^<>|]+?)\s*(?:\|[^<>]*)?>$/,
  /^["'`“”„‘’‚«»‹›([「]\s*([^\s"'`“”‘’«»‹›()[\]「」]+)\s*["'`“”‘’«»‹›)\]」]$/,
  /^\[[^[\]/]*\]\(\s*([^\s()<>]+)\s*\)$/,
];
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const MAX_UNWRAPS = 2;
/** Longer than any wrapper seen in practice. Bounds the work for one input. */
const MAX_INPUT_CHARS = 4096;

/** A site whose addresses contain another address, identified by an allow-list of hosts and an exact path. */
interface Wrapper {
  /** Matches the whole `host` with its port: an address with another port is not that site. */
  host: RegExp | { has(host: string): boolean };
  path: RegExp;
  target: (url: URL) => string | null | undefined;
}

const WRAPPERS: Wrapper[] = [
  {
    host: /^(?:www\.|m\.)?google\.(?:com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/,
    path: /^\/url$/,
    // When both are present, `q` holds the search words.
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

/** The 11-character id that `input` names, or null. Never throws. Only the id may be used for an outgoing request. */
export function videoIdFromUrl(input: string): string | null {
  let url = parse(input);
  for (let unwraps = 0; url && unwraps < MAX_UNWRAPS; unwraps += 1) {
    const target = wrappedTarget(url);
    if (target === null) break;
    url = target.startsWith('/') && !target.startsWith('//') ? relativeToYoutube(target, url) : parse(target);
  }
  return url && idOf(url);
}

/** Whether `text` is an id: the only value that is ever used to request a video (VID-2). */
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

/** Only YouTube's own wrappers contain relative paths; a path inside another site's wrapper is a path on that site. */
function relativeToYoutube(path: string, wrapper: URL): URL | null {
  return YOUTUBE_HOSTS.has(wrapper.host) ? parse(`https://www.youtube.com${path}`) : null;
}

/** The unchecked address or path that `url` wraps; null when it is not a wrapper or wraps nothing. Never throws. */
function wrappedTarget(url: URL): string | null {
  const wrapper = WRAPPERS.find(
    ({ host, path }) => (host instanceof RegExp ? host.test(url.host) : host.has(url.host)) && path.test(url.pathname),
  );
  return wrapper?.target(url) || null;
}

/** Decodes `a1` followed by the address in base64url. */
function fromBing(packed: string | null): string | null {
  const base64 = /^a1([A-Za-z0-9_-]+)={0,2}$/.exec(packed ?? '')?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64url').toString('utf8');
}

/** Reads one percent-encoded segment of the path: `/RV=2/RE=1700000000/RO=10/RU=https%3a%2f%2f.../RK=2/RS=...`. */
function fromYahoo(pathname: string): string | null {
  const part = pathname.split('/').find((one) => one.startsWith('RU='));
  try {
    return part === undefined ? null : decodeURIComponent(part.slice('RU='.length));
  } catch {
    return null;
  }
}

/** Compares `host`, not `hostname`: an address with another port is not YouTube. */
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

/** Programs that add a field to an address may write a second question mark, or "&" for the first one: `?v=ID?si=...`, `youtu.be/ID&t=4`. */
function idInQuery({ searchParams }: URL): string | undefined {
  return searchParams.get('v')?.split('?')[0];
}
