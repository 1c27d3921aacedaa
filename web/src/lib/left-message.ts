const KEY = 'message';

/** Keeps a message for the document that this tab loads next. */
export function leaveMessage(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Without storage it is not shown; what it speaks of has happened all the same.
  }
}

/** The message that was left, once. */
export function takeMessage(): string | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text;
  } catch {
    return null;
  }
}
