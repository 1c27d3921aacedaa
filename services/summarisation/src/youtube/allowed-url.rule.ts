function isYouTube(url: URL): boolean {
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return url.hostname === 'youtubei.googleapis.com' || url.hostname.endsWith('.youtube.com');
}

/**
 * Only YouTube's own hosts, or exactly the origin of the configured simulator, may be contacted (VID-2). Caption addresses come from outside, so a
 * forged answer could otherwise reach internal addresses.
 */
export function isAllowedUrl(url: URL, baseUrl: string): boolean {
  if (url.username !== '' || url.password !== '') return false;
  const base = new URL(baseUrl);
  return isYouTube(base) ? isYouTube(url) : url.origin === base.origin;
}

/** The address of a track's captions as json3, or null when it is not the timed-text endpoint of an allowed host (VID-2). */
export function captionUrl(trackUrl: string, baseUrl: string): URL | null {
  let url: URL;
  try {
    url = new URL(trackUrl, baseUrl);
  } catch {
    return null;
  }
  if (!isAllowedUrl(url, baseUrl) || url.pathname !== '/api/timedtext') return null;
  // xosf inverts fields of the answer's format (yt-dlp #13654).
  url.searchParams.delete('xosf');
  url.searchParams.set('fmt', 'json3');
  url.hash = '';
  return url;
}
