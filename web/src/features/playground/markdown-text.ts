const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Runs of characters that can form an address. None of them ends a code span or begins an entity. */
const RUN = /[-!"#$%'()*+,./:;=?@[\]^{}~\w]+/g;
/** Texts that programs turn into links. */
const LINKED = /@|\/\/|www\.|mailto:|xmpp:/i;

/**
 * Escapes a text so that it reads unchanged anywhere in a line of Markdown: without markup or HTML, and with addresses as code, so that no program
 * makes them links (SUM-22). The test vectors in proto/cases/markdown-text.json are shared with the server, whose code explains the rules.
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
