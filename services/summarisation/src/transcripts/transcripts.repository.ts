import { Injectable } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { DataSource } from 'typeorm';
import type { Transcript, VideoInfo } from './transcript.source.js';

const [compress, expand] = [promisify(gzip), promisify(gunzip)];
/** In bytes, far above the longest transcript: a damaged row must not fill the memory. */
const UNPACKED = { maxOutputLength: 64 * 1024 * 1024 };
/** The first occurrence is the real one, because the quotes inside a title would be escaped. */
const SEGMENTS = ',"segments":';

/** A refusal is stored for the operation that met it: a video without captions still has a title. */
export type Subject = 'info' | 'transcript';

/** A stored refusal, which was already announced when it was met. */
export class RememberedRefusal extends DomainError {}

/**
 * All SQL for the answers of sources. Expired rows are never returned; ForgetExpired deletes them later. `languages`, named after its column, is the
 * requested language of a transcript, or '' for the spoken one.
 */
@Injectable()
export class TranscriptsRepository {
  constructor(private readonly database: DataSource) {}

  /** The hash of the stored transcript and the end of its validity, without reading its body. */
  async hash(videoId: string, languages: string, now: Date): Promise<{ hash: Buffer; until: Date } | null> {
    const [row] = await this.database.query<{ hash: Buffer; until: Date }[]>(
      'SELECT transcript_hash AS hash, expires_at AS until FROM transcripts WHERE video_id = $1 AND languages = $2 AND expires_at > $3',
      [videoId, languages, now.toISOString()],
    );
    return row ?? null;
  }

  async transcript(videoId: string, languages: string, now: Date): Promise<Transcript | null> {
    const [row] = await this.database.query<{ body: Buffer; transcript_hash: Buffer }[]>(
      'SELECT body, transcript_hash FROM transcripts WHERE video_id = $1 AND languages = $2 AND expires_at > $3',
      [videoId, languages, now.toISOString()],
    );
    return row ? await unpackTranscript(row.body, row.transcript_hash) : null;
  }

  /** Does not replace a transcript that is still valid: two copies may look up at once, and gateways use the first one until it expires (SUM-31). */
  async keepTranscript(
    transcript: Transcript,
    languages: string,
    hash: Buffer,
    expiresAt: Date,
    now: Date,
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO transcripts (video_id, languages, track_id, transcript_hash, body, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (video_id, languages) DO UPDATE
       SET track_id = EXCLUDED.track_id, transcript_hash = EXCLUDED.transcript_hash, body = EXCLUDED.body, expires_at = EXCLUDED.expires_at
       WHERE transcripts.expires_at <= $7`,
      [
        transcript.videoId,
        languages,
        transcript.trackId,
        hash,
        await packTranscript(transcript),
        expiresAt.toISOString(),
        now.toISOString(),
      ],
    );
  }

  async info(videoId: string, now: Date): Promise<VideoInfo | null> {
    const [row] = await this.database.query<{ body: Buffer }[]>(
      'SELECT body FROM video_infos WHERE video_id = $1 AND expires_at > $2',
      [videoId, now.toISOString()],
    );
    return row ? (JSON.parse((await expand(row.body, UNPACKED)).toString('utf8')) as VideoInfo) : null;
  }

  async keepInfo(info: VideoInfo, expiresAt: Date): Promise<void> {
    await this.database.query(
      `INSERT INTO video_infos (video_id, body, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (video_id) DO UPDATE SET body = EXCLUDED.body, expires_at = EXCLUDED.expires_at`,
      // Packed, not jsonb: Postgres refuses NUL and lone surrogates in jsonb.
      [info.videoId, await compress(JSON.stringify(info)), expiresAt.toISOString()],
    );
  }

  /** A missing video is missing for every subject. */
  async refusal(videoId: string, subject: Subject, now: Date): Promise<RememberedRefusal | null> {
    const [row] = await this.database.query<{ code: DomainError['code']; message: string }[]>(
      "SELECT code, message FROM refusals WHERE video_id = $1 AND (subject = $2 OR code = 'video_unavailable') AND expires_at > $3 LIMIT 1",
      [videoId, subject, now.toISOString()],
    );
    return row ? new RememberedRefusal('not_found', row.code, row.message) : null;
  }

  async keepRefusal(videoId: string, subject: Subject, refusal: DomainError, expiresAt: Date): Promise<void> {
    await this.database.query(
      `INSERT INTO refusals (video_id, subject, code, message, expires_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (video_id, subject) DO UPDATE SET code = EXCLUDED.code, message = EXCLUDED.message, expires_at = EXCLUDED.expires_at`,
      [videoId, subject, refusal.code, refusal.publicMessage, expiresAt.toISOString()],
    );
  }
}

/** A transcript for a bytea column: gzipped JSON of its description and its segments, written around their bytes without parsing them. */
function packTranscript({ captions, ...described }: Transcript): Promise<Buffer> {
  return compress(
    Buffer.concat([Buffer.from(JSON.stringify(described).slice(0, -1) + SEGMENTS), captions.json, Buffer.from('}')]),
  );
}

async function unpackTranscript(packed: Buffer, hash: Uint8Array): Promise<Transcript> {
  const bytes = await expand(packed, UNPACKED);
  const from = bytes.indexOf(SEGMENTS);
  // Copies of the previous release write the length of the video after the segments.
  const end = bytes.lastIndexOf(']') + 1;
  const described = JSON.parse(bytes.toString('utf8', 0, from) + bytes.toString('utf8', end)) as Omit<
    Transcript,
    'captions'
  >;
  return { ...described, captions: { json: bytes.subarray(from + SEGMENTS.length, end), hash } };
}
