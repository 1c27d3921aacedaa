/** Rule (decision 23): a sentence of a summary is the speaker's own words; only its first letter and its closing mark are set. */

const CLOSED = /[.!?…。！？｡؟۔।॥։።]["'”’)\]»」』]*$/u;
const UNSPACED_END = /[\u3040-\u30ff\u3400-\u9fff]["'”’)\]»」』]*$/u;

/** `text` with a capital first letter and a closing mark. */
export function tidied(text: string): string {
  const body = text.replace(/^[\s,;:.!?…、，。\-–—]+/u, '').replace(/[\s,;:、，\-–—]+$/u, '');
  const first = String.fromCodePoint(body.codePointAt(0) ?? 0x20);
  const capital = first.toUpperCase();
  // "ß" would become two letters: a word that was not said.
  const opened = capital.length === first.length ? capital + body.slice(first.length) : body;
  if (CLOSED.test(opened)) return opened;
  return opened + (UNSPACED_END.test(opened) ? '。' : '.');
}
