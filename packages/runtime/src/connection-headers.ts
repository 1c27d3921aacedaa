/**
 * The headers, in lower case, that a proxy does not forward: those of one connection (RFC 9110, 7.6.1); `expect`, which each proxy answers
 * or sends itself; and `trailer`, because our proxies forward no trailers: Node throws when a message announces trailers and is not chunked.
 */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);
