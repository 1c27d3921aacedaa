import { videoTime } from '../../lib/figures';
import { markdownText } from './markdown-text';
import { summaryBlocks, type Piece, type Sentence } from './summary-blocks.rule';

/** The content of a summary's file. */
export interface FileSource {
  video_id: string;
  title: string;
  summary: string;
  summary_type: string;
  duration_seconds: number | null;
  sentences: Sentence[];
}

export type FileKind = 'md' | 'txt' | 'srt';

/** A summary as a file (WEB-27): Markdown whose sentences link to their moments, plain text, or subtitles that say each sentence where it belongs. */
export function summaryFile(kind: FileKind, source: FileSource): string {
  return { md: markdown, txt: plainText, srt: subtitles }[kind](source);
}

/** `how-a-canal-lock-lifts-a-boat-auto.md`; the video's id where a title has no letter that is safe in a file's name. */
export function fileName(kind: FileKind, { title, video_id, summary_type }: FileSource): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `${words || video_id || 'summary'}-${summary_type}.${kind}`;
}

function videoUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${videoId}`;
}

/** The address of a moment of a video. */
export function momentUrl(videoId: string, seconds: number): string {
  return `${videoUrl(videoId)}&t=${Math.floor(seconds)}s`;
}

function markdown(source: FileSource): string {
  const { sentences, video_id: id } = source;
  const cited = ({ text, sentence }: Piece) =>
    sentence === null
      ? text.replace(/\S.*\S|\S/s, markdownText)
      : `${markdownText(text)} (${link(id, sentences[sentence].start_seconds)})`;
  const body = summaryBlocks(source.summary, sentences).map((block) => {
    if (block.kind === 'heading') return `## ${markdownText(block.text)}`;
    if (block.kind === 'paragraph') return block.pieces.map(cited).join('');
    return block.items.map((item) => `- ${cited(item)}`).join('\n');
  });
  const address = id === '' ? [] : [`<${videoUrl(id)}>`];
  return [`# ${markdownText(source.title)}`, ...address, ...body].join('\n\n') + '\n';
}

function plainText({ title, video_id, summary }: FileSource): string {
  const address = video_id === '' ? '' : `${videoUrl(video_id)}\n`;
  return `${title}\n${address}\n${summary}\n`;
}

/** A sentence is shown until the next one begins, but at most twice its reading time. */
function subtitles({ sentences, duration_seconds: duration }: FileSource): string {
  const inOrder = [...sentences].sort((a, b) => a.start_seconds - b.start_seconds);
  return inOrder
    .map(({ start_seconds: start, text }, index) => {
      const next = inOrder[index + 1]?.start_seconds ?? duration ?? Infinity;
      const readTwice = start + Math.max(3, text.length / 8);
      const end = Math.max(start + 0.5, Math.min(next, readTwice));
      return `${index + 1}\n${subtitleTime(start)} --> ${subtitleTime(end)}\n${text}\n`;
    })
    .join('\n');
}

function subtitleTime(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)},${String(ms % 1000).padStart(3, '0')}`;
}

function link(videoId: string, seconds: number): string {
  const time = videoTime(seconds);
  // An own transcript need not belong to a video (SUM-10).
  return videoId === '' ? time : `[${time}](${momentUrl(videoId, seconds)})`;
}
