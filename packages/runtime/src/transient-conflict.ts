const TRANSIENT = new Set(['40P01', '40001']);

/** True for a deadlock or a serialisation failure: nobody's fault, and gone when the whole transaction is tried again at once. */
export function isTransientConflict(error: unknown): boolean {
  return TRANSIENT.has((error as { code?: string } | null)?.code ?? '');
}
