const SHORT_HOST = 'youtu.be';
const HOSTS = /^(?:(?:www|m|music|gaming)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$|^youtu\.be$/;
const ID_PATH = /^\/(?:embed|v|e|shorts|live|watch)\/([^/&]+)/;
const ID = /^[\w-]{11}$/;

/**
 * The id in an address of YouTube itself, as the service reads it (VID-1). The service has checked the address before, and knows more forms, such
 * as quoted ones and the wrappers of search engines. For these it is undefined, and never another video. The test runs the service's vectors.
 */
export function videoIdOf(address: string): string | undefined {
  const bare = address.trim().replace(/^\/\//, '');
  const text = /^https?:\/\//i.test(bare) ? bare : `https://${bare}`;
  if (!URL.canParse(text)) return undefined;
  const { host, pathname, searchParams } = new URL(text);
  if (!HOSTS.test(host)) return undefined;
  const inPath = host === SHORT_HOST ? /^\/([^/&]+)/ : ID_PATH;
  // Programs write a second question mark when they add a field: `?v=ID?si=...`.
  const id = /^\/watch\/?$/.test(pathname) ? searchParams.get('v')?.split('?')[0] : inPath.exec(pathname)?.[1];
  return id !== undefined && ID.test(id) ? id : undefined;
}
