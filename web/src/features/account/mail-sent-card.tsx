import { account } from '../../texts/account';
import styles from './account.module.css';
import type { Registered } from './after-registration.rule';
import { ResendLink } from './resend-link';
import { SandboxMailbox } from './sandbox-mailbox';

/** After a registration: the address that got the mail, what to do with it, and a way to send it again (WEB-15). */
export function MailSentCard({ registered }: { registered: Registered }) {
  return (
    <section className={styles.card} aria-labelledby="mail-sent">
      <h2 id="mail-sent">{account.mail.title}</h2>
      <p>
        {account.mail.sent} <span className={styles.address}>{registered.email}</span>. {account.mail.next}
      </p>
      {registered.referralApplied === false && <p>{account.mail.referralNotApplied}</p>}
      <SandboxMailbox />
      <div>
        <ResendLink email={registered.email} />
      </div>
    </section>
  );
}
