import { badAccountId } from './subscriptions.errors.js';

/** Account ids are auth's UUIDs; the form is checked so that outside text never becomes a key of a topic. */
const ACCOUNT_ID = /^[\w-]{1,64}$/;

/** The account that a request is about. Throws badAccountId. */
export function accountIdOf(request: { accountId: string }): string {
  if (!ACCOUNT_ID.test(request.accountId)) throw badAccountId();
  return request.accountId;
}
