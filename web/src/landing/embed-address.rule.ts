const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;
const HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
]);

/**
 * Converts a copied video address to the address for embedding; null when it names no video (WEB-14). Our policy allows only the cookie-free host
 * in frames.
 */
export function embedAddress(address: string): string | null {
  const id = videoIdOf(address.trim());
  return id !== null && VIDEO_ID.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null;
}

function videoIdOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const [first, second] = pathname.split('/').slice(1);
  if (hostname === 'youtu.be') return first;
  if (!HOSTS.has(hostname)) return null;
  if (first === 'watch') return searchParams.get('v');
  return ['embed', 'shorts', 'live', 'v'].includes(first) ? (second ?? null) : null;
}
