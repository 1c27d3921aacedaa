/** Colour of a commission's status: completed green, pending yellow, any other red (WEB-29). */
export function statusColour(status: string): 'green' | 'yellow' | 'red' {
  return status === 'completed' ? 'green' : status === 'pending' ? 'yellow' : 'red';
}

/** A referral's id as the table shows it: its first 8 characters (WEB-29). */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
