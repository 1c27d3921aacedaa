const CAPTION_XML = /^(?:<\?xml[^<>]{0,200}\?>\s*)?<(?:timedtext|transcript)[\s/>]/;

/**
 * A web page, a captcha or nothing at all where data was due means that YouTube blocks us, never that a video has no words
 * (decisions 21). 0 bytes with status 200 is its answer to a client without attestation.
 */
export function isBlockedBody(body: string): boolean {
  const start = body.slice(0, 2_000).trimStart();
  if (start === '') return body.trim() === '';
  if (start.startsWith('<')) return !CAPTION_XML.test(start);
  return (
    /^we(?:'|\u2019)re sorry\b/i.test(start) ||
    /automated queries|g-recaptcha/i.test(start.startsWith('{') ? '' : start)
  );
}
