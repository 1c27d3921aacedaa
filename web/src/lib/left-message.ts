/** The pages that a message can wait for: another one that loads in between must not take it along into a document that is being left. */
export type MessageFor = '/' | '/pricing';

const keyOf = (page: MessageFor) => `message for ${page}`;

/** Keeps a message for the next document of this tab that shows `page`. */
export function leaveMessage(page: MessageFor, text: string): void {
  try {
    sessionStorage.setItem(keyOf(page), text);
  } catch {
    // Without storage it is not shown; what it speaks of has happened all the same.
  }
}

/** The message that was left for `page`, once. */
export function takeMessage(page: MessageFor): string | null {
  try {
    const text = sessionStorage.getItem(keyOf(page));
    sessionStorage.removeItem(keyOf(page));
    return text;
  } catch {
    return null;
  }
}
