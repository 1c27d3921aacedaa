/** The type of a field (ACC-1, ACC-11, ACC-15, KEY-5, VID-5, SUM-10). */
export interface Field {
  /** `code`: any text, because an unknown referral code never blocks (REF-6). */
  type: 'text' | 'code' | 'word' | 'words' | 'number' | 'flag' | 'transcript';
  required: boolean;
  /** Longest accepted text; absent: any length counts as an answerable request. */
  most?: number;
  least?: number;
}

/** A route that takes a body, with all fields of the body. `api` selects the form of its error bodies (API-9 to API-11). */
export interface BadInputRoute {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  credential: 'none' | 'token' | 'key';
  api: 'public' | 'private' | 'payment';
  bodyLimitBytes: number;
  fields: Record<string, Field>;
  /** A valid body; the request may still be refused for other reasons. */
  valid: Record<string, unknown>;
}
