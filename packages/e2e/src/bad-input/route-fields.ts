/** What a field is (ACC-1, ACC-11, ACC-15, KEY-5, VID-5, SUM-10). */
export interface Field {
  /** `code`: a text that may be anything, since a referral code that is none never blocks (REF-6). */
  type: 'text' | 'code' | 'word' | 'words' | 'number' | 'flag' | 'transcript';
  required: boolean;
  /** Longest accepted text; absent: any length counts as an answerable request. */
  most?: number;
  least?: number;
}

export interface BadInputRoute {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  credential: 'none' | 'token' | 'key';
  api: 'public' | 'private' | 'payment';
  bodyLimitBytes: number;
  fields: Record<string, Field>;
  /** A body that would be understood; what it asks for may still be refused. */
  valid: Record<string, unknown>;
}
