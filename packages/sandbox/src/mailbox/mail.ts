/** A mail as the mailbox keeps and shows it: plain text and links, nothing of it ever rendered as HTML. */
export interface Mail {
  /** The Message-ID of the mail; a repeat with the same one is the same mail. */
  messageId: string;
  /** ISO 8601, the time of the first delivery. */
  receivedAt: string;
  /** The addresses of the envelope, in lower case. */
  to: string[];
  from: string;
  subject: string;
  text: string;
  /** Whole http and https addresses found in the text and in the HTML part, each once. */
  links: string[];
}
