/** One element of a caption file: its attributes and its unparsed inside. */
export interface CaptionElement {
  attributes: string;
  inner: string;
}

/**
 * Finds every `<tag …>…</tag>` by plain searching, because caption XML is outside data (decisions 21): no DTD, no entity
 * expansion, and time linear in its length whatever it holds. Null when the root does not close, that is a cut body.
 */
export function captionElements(body: string, root: string, tag: string): CaptionElement[] | null {
  const rootAt = body.indexOf(`<${root}`);
  if (rootAt < 0 || rootAt > 1_000) return null;
  const end = body.trimEnd();
  if (!end.endsWith(`</${root}>`)) return /^<[^<>]*\/>$/.test(end.slice(rootAt)) ? [] : null;
  const found: CaptionElement[] = [];
  for (const piece of body.slice(rootAt).split(`<${tag}`).slice(1)) {
    const openEnd = piece.indexOf('>');
    // `<p` also begins `<pen`: an element's name ends at white space or at the bracket
    if (openEnd < 0 || !/^[\s>/]/.test(piece) || piece[openEnd - 1] === '/') continue;
    const close = piece.indexOf(`</${tag}>`, openEnd);
    if (close >= 0) found.push({ attributes: piece.slice(0, openEnd), inner: piece.slice(openEnd + 1, close) });
  }
  return found;
}

/** A numeric attribute, or undefined when absent or not a plain number. */
export function numberAttribute(attributes: string, name: string): number | undefined {
  const match = new RegExp(`\\s${name}\\s{0,3}=\\s{0,3}["'](\\d{1,15}(?:\\.\\d{1,9})?)["']`).exec(
    attributes.slice(0, 1_000),
  );
  return match === null ? undefined : Number(match[1]);
}
