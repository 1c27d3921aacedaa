import { useInfoControllerInfoQuery } from '../../lib/generated-api';
import { account } from '../../texts/account';

/** Where no mail leaves the machine: a way to read it (WEB-32). The mailbox is a page of the sandbox, not of this app. */
export function SandboxMailbox() {
  const { data } = useInfoControllerInfoQuery();
  if (!data?.sandbox.length) return null;
  return (
    <p>
      <a href="/sandbox/mailbox">{account.mail.mailbox}</a>
    </p>
  );
}
