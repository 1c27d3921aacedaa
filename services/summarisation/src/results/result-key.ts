import { createHash } from 'node:crypto';
import type { SummaryParameters } from './parameters.rule.js';
import type { EngineVersion } from './summary-writer.js';

/** Identifies equal summaries (SUM-5). The prompt itself is not stored, because it may reveal something about its author (DATA-5). */
export interface ResultKey {
  videoId: string;
  transcriptHash: Buffer;
  parametersHash: Buffer;
  engine: string;
  engineVersion: string;
}

/** The key under which the result of an engine is stored for this transcript and these parameters. */
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

/** Without a language, the key is the same as before languages existed, so that stored results are found. */
export function parametersHash({ length, prompt, language }: SummaryParameters): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([length, prompt, ...(language === undefined ? [] : [language])]))
    .digest();
}
