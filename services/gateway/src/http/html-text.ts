const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for use between tags or in a quoted attribute of a page. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}
