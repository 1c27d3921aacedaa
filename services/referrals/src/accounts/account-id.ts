import { badAccountId } from './accounts.errors.js';

const ACCOUNT_ID = /^[\w-]{1,64}$/;

/** Account ids are auth's UUIDs; the form is checked so that outside text never becomes a row or a key of a topic. */
export function accountIdOf({ accountId }: { accountId: string }): string {
  if (!ACCOUNT_ID.test(accountId)) throw badAccountId();
  return accountId;
}
