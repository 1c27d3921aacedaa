import { account } from '../../texts/account';
import styles from './account.module.css';
import { passwordStrength } from './password.rule';

const STEPS = ['weak', 'fair', 'strong'] as const;

/** Estimates how hard a new password is to guess; a hint that blocks nothing (WEB-15). */
export function PasswordStrength({ password }: { password: string }) {
  const strength = passwordStrength(password);
  const reached = STEPS.findIndex((step) => step === strength);
  return (
    <span className={styles.strength}>
      <span className={styles.meter} aria-hidden="true">
        {STEPS.map((step, index) => (
          <span key={step} data-on={index <= reached ? strength : undefined} />
        ))}
      </span>
      <span>{account.strength[strength]}</span>
    </span>
  );
}
