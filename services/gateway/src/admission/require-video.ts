import { DomainError } from '@precis/runtime/domain-error';

/** Throws `invalid_url` when summarisation answered that a URL names no video. `invalidCode` is empty for a good URL. */
export function requireVideo(invalidCode: string): void {
  if (invalidCode !== '') throw new DomainError('invalid', 'invalid_url', 'Please enter a valid YouTube URL');
}
