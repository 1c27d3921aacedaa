const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Runs of the signs that an address may be made of; none of them ends a code span or begins an entity. */
const RUN = /[-!"#$%'()*+,./:;=?@[\]^{}~\w]+/g;
/** What programs make a link of by themselves. */
const LINKED = /@|\/\/|www\.|mailto:|xmpp:/i;

/**
 * A text as it may stand anywhere in a line of Markdown, so that it reads as it is: no mark, no HTML, and an address is code, of which no
 * program makes a link (SUM-22). The vectors are proto/cases/markdown-text.json, the server's own; it says why.
 */
export function markdownText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  let written = '';
  let at = 0;
  for (const { 0: run, index } of line.matchAll(RUN)) {
    if (!LINKED.test(run)) continue;
    written += `${escaped(line.slice(at, index))}\`${run}\``;
    at = index + run.length;
  }
  return (written + escaped(line.slice(at))).replace(/^[-+=]/, '\\$&').replace(/^(\d{1,9})([.)])/, String.raw`$1\$2`);
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]#|~$]/g, '\\$&').replace(/[&<>]/g, (sign) => ENTITIES[sign]);
}
