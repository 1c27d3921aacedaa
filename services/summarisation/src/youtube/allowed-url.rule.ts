function isYouTube(url: URL): boolean {
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return url.hostname === 'youtubei.googleapis.com' || url.hostname.endsWith('.youtube.com');
}

/**
 * Only YouTube's own hosts are ever contacted, or exactly the configured simulator's origin (VID-2): caption addresses
 * come from outside and would otherwise let a forged answer reach internal addresses.
 */
export function isAllowedUrl(url: URL, baseUrl: string): boolean {
  if (url.username !== '' || url.password !== '') return false;
  const base = new URL(baseUrl);
  return isYouTube(base) ? isYouTube(url) : url.origin === base.origin;
}

/** Address of a track's captions as json3, or null when it is anything but the timed-text endpoint of an allowed host (VID-2). */
export function captionUrl(trackUrl: string, baseUrl: string): URL | null {
  let url: URL;
  try {
    url = new URL(trackUrl, baseUrl);
  } catch {
    return null;
  }
  if (!isAllowedUrl(url, baseUrl) || url.pathname !== '/api/timedtext') return null;
  // xosf inverts fields of the answer's format (yt-dlp #13654)
  url.searchParams.delete('xosf');
  url.searchParams.set('fmt', 'json3');
  url.hash = '';
  return url;
}
