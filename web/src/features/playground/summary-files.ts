import { videoTime } from '../../lib/figures';
import { markdownText } from './markdown-text';
import { summaryBlocks, type Piece } from './summary-blocks.rule';
import { summarySrt, type TimedSentence } from './summary-srt';

/** The content of a summary's file. */
export interface FileSource {
  video_id: string;
  title: string;
  summary: string;
  summary_type: string;
  sentences: TimedSentence[];
}

export type FileKind = 'md' | 'txt' | 'srt';

/** A summary as a file (WEB-27): Markdown whose sentences link to their moments, plain text, or subtitles. */
export function summaryFile(kind: FileKind, source: FileSource): string {
  return { md: markdown, txt: plainText, srt: () => summarySrt(source.sentences) }[kind](source);
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

function link(videoId: string, seconds: number): string {
  const time = videoTime(seconds);
  // An own transcript need not belong to a video (SUM-10).
  return videoId === '' ? time : `[${time}](${momentUrl(videoId, seconds)})`;
}
