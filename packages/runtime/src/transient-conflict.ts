const TRANSIENT = new Set(['40P01', '40001']);

/** True for a deadlock or a serialisation failure, which an immediate repeat of the whole transaction resolves. */
export function isTransientConflict(error: unknown): boolean {
  return TRANSIENT.has((error as { code?: string } | null)?.code ?? '');
}
