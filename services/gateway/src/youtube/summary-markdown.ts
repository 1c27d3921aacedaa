import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { oneLine, overviewOf, timeLabel } from './summary-text.js';

/**
 * Renders a summary as a Markdown document (SUM-22): title, link, overview, key points, chapters and what is not covered. With `timestamps`, each
 * moment links to its place in the video. Titles and sentences are plain text: nothing in them becomes markup, HTML or a link.
 */
export function summaryMarkdown(result: Result, timestamps: boolean): string {
  const { videoId, title, chapters, notCovered } = result;
  const address = `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`;
  // A supplied transcript may belong to a video without an address (SUM-10).
  const hasVideo = videoId !== '';
  const moment = (ms: number) =>
    hasVideo ? `[${timeLabel(ms)}](${address}&t=${Math.floor(ms / 1_000)})` : timeLabel(ms);
  const overview = overviewOf(result);
  const sentence = ({ startMs, text }: { startMs: number; text: string }) =>
    markdownText(text) + (timestamps ? ` (${moment(startMs)})` : '');
  const item = ({ startMs, title: text }: { startMs: number; title: string }) =>
    `- ${timestamps ? `${moment(startMs)} ` : ''}${markdownText(text)}`;
  const points = result.sentences.filter((one) => !overview.includes(one));
  return [
    `# ${markdownText(title) || 'Summary'}`,
    hasVideo ? `[Watch the video](${address})` : '',
    overview.map(sentence).join(' '),
    section(
      'Key points',
      points.map(({ startMs, text }) => item({ startMs, title: text })),
    ),
    section(
      'Chapters',
      chapters.map((chapter) => item(chapter) + (isApproximate(chapter) ? ' (approximate)' : '')),
    ),
    // Shown only when the document names moments.
    section(
      'Not covered',
      timestamps ? notCovered.map(({ startMs, endMs }) => `- ${moment(startMs)} to ${moment(endMs)}`) : [],
    ),
  ]
    .filter((block) => block !== '')
    .join('\n\n')
    .concat('\n');
}

function section(name: string, lines: string[]): string {
  return lines.length === 0 ? '' : `## ${name}\n\n${lines.join('\n')}`;
}

function isApproximate({ source }: { source: string }): boolean {
  return source !== 'creator' && source !== 'model';
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Runs of characters that can form an address. None of them ends a code span or begins an entity. */
const RUN = /[-!"#$%'()*+,./:;=?@[\]^{}~\w]+/g;
/** What programs turn into a link by themselves: `@` for mail and mentions, `//` after any scheme or none, and addresses without `//`. */
const LINKED = /@|\/\/|www\.|mailto:|xmpp:/i;

/**
 * Escapes a text so that it reads unchanged anywhere in a line of Markdown. It uses entities, because some programs that show Markdown let HTML
 * through after a backslash. An address becomes code: some programs look for addresses after the escapes are resolved, and none of them makes a
 * link inside code. The test vectors are in proto/cases/markdown-text.json; the web app runs the same ones.
 */
export function markdownText(text: string): string {
  const line = oneLine(text);
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
