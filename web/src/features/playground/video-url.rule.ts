/**
 * Whether an address names a video (WEB-27), by the same rule as on the server (VID-1, VID-3): exactly 11 letters, digits, `_` and `-`, on
 * YouTube's hosts. A wrapper of a search engine or of YouTube is unwrapped first, at most twice. The test vectors in proto/cases/video-url.json are
 * shared with the server.
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
const MAX_INPUT_CHARS = 4096;

/** A site whose addresses contain another address, identified by its whole host and an exact path. */
interface Wrapper {
  isHost: (host: string) => boolean;
  path: RegExp;
  target: (url: URL) => string | null | undefined;
}

const isYoutube = (host: string) => YOUTUBE_HOSTS.has(host);
const matches = (pattern: RegExp) => (host: string) => pattern.test(host);

const WRAPPERS: Wrapper[] = [
  {
    isHost: matches(/^(?:www\.|m\.)?google\.(?:com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/),
    path: /^\/url$/,
    // When both are present, `q` holds the search words.
    target: ({ searchParams }) => searchParams.get('url') || searchParams.get('q'),
  },
  {
    isHost: matches(/^(?:www\.|m\.|[a-z]{2}\.)?bing\.com$/),
    path: /^\/ck\/a$/,
    target: ({ searchParams }) => fromBing(searchParams.get('u')),
  },
  {
    isHost: matches(/^(?:www\.|html\.|lite\.|safe\.|noai\.)?duckduckgo\.com$/),
    path: /^\/l\/?$/,
    target: ({ searchParams }) => searchParams.get('uddg'),
  },
  {
    isHost: matches(/^(?:[a-z]{2}\.)?r\.search\.yahoo\.(?:com|co\.jp)$/),
    path: /\/RU=/,
    target: ({ pathname }) => fromYahoo(pathname),
  },
  {
    isHost: matches(/^[a-z0-9]{1,20}\.safelinks\.protection\.(?:outlook|office365)\.(?:com|us)$/),
    path: /^\/(?:ap\/[\w-]{1,40}\/)?$/,
    target: ({ searchParams }) => searchParams.get('url'),
  },
  {
    isHost: (host) => host === 'consent.youtube.com',
    path: /^/,
    target: ({ searchParams }) => searchParams.get('continue'),
  },
  { isHost: isYoutube, path: /^\/redirect$/, target: ({ searchParams }) => searchParams.get('q') },
  { isHost: isYoutube, path: /^\/attribution_link$/, target: ({ searchParams }) => searchParams.get('u') },
];

/** The 11-character id that `input` names, or null. Never throws. */
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
  const seen = input.length > MAX_INPUT_CHARS ? '' : input.replace(UNSEEN, '').trim();
  const quoted = QUOTED.map((form) => form.exec(seen)?.[1]).find((inside) => inside !== undefined);
  const text = quoted ?? seen;
  // The URL parser drops tabs and newlines and turns `\` into `/`: such text would name another address than the one shown.
  if (text === '' || /[\u0000-\u001f\u007f\\]/.test(text)) return null;
  const address = text.startsWith('//') ? `https:${text}` : SCHEME.test(text) ? text : `https://${text}`;
  try {
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
    return url.username || url.password ? null : url;
  } catch {
    return null;
  }
}

/** Only YouTube's own wrappers contain relative paths; a path inside another site's wrapper is a path on that site. */
function relativeToYoutube(path: string, wrapper: URL): URL | null {
  return isYoutube(wrapper.host) ? parse(`https://www.youtube.com${path}`) : null;
}

/** Compares `host`, not `hostname`, here and below: an address with another port is not that site. */
function wrappedTarget(url: URL): string | null {
  const wrapper = WRAPPERS.find(({ isHost, path }) => isHost(url.host) && path.test(url.pathname));
  return wrapper?.target(url) || null;
}

/** Decodes `a1` followed by the address in base64url. */
function fromBing(packed: string | null): string | null {
  const base64 = /^a1([A-Za-z0-9_-]+)={0,2}$/.exec(packed ?? '')?.[1];
  if (base64 === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

/** Reads one percent-encoded segment of the path: `/RV=2/RU=https%3a%2f%2f.../RK=2`. */
function fromYahoo(pathname: string): string | null {
  const part = pathname.split('/').find((one) => one.startsWith('RU='));
  try {
    return part === undefined ? null : decodeURIComponent(part.slice('RU='.length));
  } catch {
    return null;
  }
}

function idOf(url: URL): string | null {
  const candidate = url.host === SHORT_HOST ? idOnShortHost(url) : isYoutube(url.host) ? idOnYoutube(url) : null;
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
