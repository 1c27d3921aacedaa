import { createHash } from 'node:crypto';
import type { SummaryParameters } from './parameters.rule.js';
import type { EngineVersion } from './summary-writer.js';

/** What makes two summaries the same one (SUM-5). The prompt itself is not stored: it may say something about its author (DATA-5). */
export interface ResultKey {
  videoId: string;
  transcriptHash: Buffer;
  parametersHash: Buffer;
  engine: string;
  engineVersion: string;
}

export function resultKey(
  videoId: string,
  transcriptHash: Buffer,
  parameters: SummaryParameters,
  engine: EngineVersion,
): ResultKey {
  return {
    videoId,
    transcriptHash,
    parametersHash: parametersHash(parameters),
    engine: engine.name,
    engineVersion: engine.version,
  };
}

/** Without a language as it was before there was one: stored results are found again. */
export function parametersHash({ length, prompt, language }: SummaryParameters): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([length, prompt, ...(language === undefined ? [] : [language])]))
    .digest();
}
