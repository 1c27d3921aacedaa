const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as it may stand in a page, between tags or in a quoted attribute. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}
