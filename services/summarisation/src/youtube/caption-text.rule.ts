const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,6}));/gi;
// first of all, or `<\0b>` would become a tag later; Postgres would refuse NUL, and none of these is speech
const UNSPOKEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\ufeff]/g;
const TAG = /<[a-z/!?][^<>]{0,500}>/gi;
// a run is tried at its first bracket alone: tried at each of them, a million brackets would take hours
const OPENING = /(?<!<)<+(?=[a-z/!?])/gi;

/** Resolves one level of the five XML entities, &nbsp; and numeric ones; unknown names stay, nothing is ever expanded from a DTD. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = hex !== undefined ? parseInt(hex, 16) : parseInt(decimal ?? '', 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/**
 * Caption text is plain words (decisions 21): entities resolved, tags and control characters gone, white space folded.
 * Tags may appear only after decoding (`&lt;i>`), and hostile text nests them, so what still looks like a tag loses its bracket.
 */
export function cleanCaptionText(raw: string): string {
  return decodeEntities(raw)
    .replace(UNSPOKEN, '')
    .replace(TAG, '')
    .replace(TAG, '')
    .replace(OPENING, '')
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Text inside an XML caption element: child elements dropped, then the second level of escaping that classic captions carry. */
export function cleanXmlCaption(inner: string): string {
  return cleanCaptionText(decodeEntities(inner.replace(/<[^<>]*>/g, '')));
}
