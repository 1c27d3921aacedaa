const HOSTS = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$|^youtu\.be$/;
const ID = /^[\w-]{11}$/;

/** The id in a usual address of a video. The service, which knows more forms, has checked the address before. */
export function videoIdOf(address: string): string | undefined {
  const text = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(text)) return undefined;
  const { hostname, pathname, searchParams } = new URL(text);
  if (!HOSTS.test(hostname)) return undefined;
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  return [searchParams.get('v') ?? '', last].find((id) => ID.test(id));
}
