/** An account with a key and what it was charged for, by the clients' own count. */
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
