import { readdirSync, readFileSync } from 'node:fs';
import type { CitedSentence } from '../engines/summary-engine.js';
import type { TranscriptSegment } from '../transcripts/captions.js';

const FOLDER = new URL('../../src/testing/verification-cases/', import.meta.url);
export const MUTATIONS = ['numbers', 'names', 'negations', 'times'] as const;
export type Mutation = (typeof MUTATIONS)[number];

/** A statement about a part of a video. `id` is derived from its text, so that a case stays in its half when others are added. */
export interface VerificationCase extends Required<CitedSentence> {
  id: string;
  video: VerificationVideo;
}

/** Captions written for these tests, in the style of a publisher or of a machine. */
export interface VerificationVideo {
  name: string;
  language: string;
  captions: 'automatic' | 'punctuated';
  lines: TranscriptSegment[];
}

/** Faithful statements, quoted and paraphrased, and false ones that were made by changing one thing. */
export interface VerificationCases {
  videos: VerificationVideo[];
  extractive: VerificationCase[];
  paraphrases: VerificationCase[];
  mutated: Record<Mutation, VerificationCase[]>;
}

interface VideoFile {
  language: string;
  captions: 'automatic' | 'punctuated';
  /** `1000-4420 text`: from and to in milliseconds. */
  lines: string[];
  extractive: string[];
  paraphrases: string[];
}

export function verificationCases(): VerificationCases {
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));
  const files = new Map(
    names.filter((name) => !name.startsWith('mutated-')).map((name) => [name, read(name) as VideoFile]),
  );
  const videos = new Map(
    [...files].map(([name, { language, captions, lines }]) => [
      name,
      { name, language, captions, lines: lines.map(lineOf) },
    ]),
  );
  const caseOf = (name: string, row: string): VerificationCase => {
    const video = videos.get(name);
    if (!video) throw new Error(`no captions for ${name}`);
    return { ...sentenceOf(row), id: `${name} ${row}`, video };
  };
  const all = (of: 'extractive' | 'paraphrases') =>
    [...files].flatMap(([name, file]) => file[of].map((row) => caseOf(name, row)));
  const mutated = (of: Mutation) =>
    (read(`mutated-${of}`) as string[]).map((row) => {
      const space = row.indexOf(' ');
      return caseOf(row.slice(0, space), row.slice(space + 1));
    });
  return {
    videos: [...videos.values()],
    extractive: all('extractive'),
    paraphrases: all('paraphrases'),
    mutated: {
      numbers: mutated('numbers'),
      names: mutated('names'),
      negations: mutated('negations'),
      times: mutated('times'),
    },
  };
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
}

function sentenceOf(row: string): Required<CitedSentence> {
  const [, startMs, endMs, text] = /^(\d+)-(\d+) (.+)$/.exec(row) ?? [];
  if (!text) throw new Error(`not a case: ${row}`);
  return { startMs: Number(startMs), endMs: Number(endMs), text };
}

function lineOf(row: string): TranscriptSegment {
  const { startMs, endMs, text } = sentenceOf(row);
  return { startMs, durationMs: endMs - startMs, text };
}
