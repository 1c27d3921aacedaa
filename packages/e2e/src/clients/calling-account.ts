/** An account with a key, and its charges by the clients' own count. */
export interface CallingAccount {
  id: string;
  email: string;
  password: string;
  key: string;
  token: string;
  /** Videos of its plan. */
  limit: number;
  begun: number;
  answered: number;
}
