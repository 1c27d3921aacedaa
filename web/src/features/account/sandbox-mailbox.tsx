import { useInfoControllerInfoQuery } from '../../lib/generated-api';
import { account } from '../../texts/account';

/** A link to the mails when none leaves the machine (WEB-32). The mailbox is a page of the sandbox, not of this app. */
export function SandboxMailbox() {
  const { data } = useInfoControllerInfoQuery();
  if (!data?.sandbox.length) return null;
  return (
    <p>
      <a href="/sandbox/mailbox">{account.mail.mailbox}</a>
    </p>
  );
}
