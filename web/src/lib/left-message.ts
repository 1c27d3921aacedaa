/** The pages that can show a message. Another page that loads in between must not take it, because its document may be about to be left. */
export type MessageFor = '/' | '/pricing';

const keyOf = (page: MessageFor) => `message for ${page}`;

/** Stores a message for the next document of this tab that shows `page`. */
export function leaveMessage(page: MessageFor, text: string): void {
  try {
    sessionStorage.setItem(keyOf(page), text);
  } catch {
    // Without storage the message is not shown, but the action that it reports has happened.
  }
}

/** Returns the message for `page`, and removes it. */
export function takeMessage(page: MessageFor): string | null {
  try {
    const text = sessionStorage.getItem(keyOf(page));
    sessionStorage.removeItem(keyOf(page));
    return text;
  } catch {
    return null;
  }
}
