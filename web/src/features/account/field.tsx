import { Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { account } from '../../texts/account';
import styles from './account.module.css';

export interface FieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string;
  /** Shown below the field until there is an error. */
  hint?: ReactNode;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  maxLength?: number;
}

/** A label, its field, and its error. A password can be shown. */
export function Field({ label, name, value, onChange, error, hint, type = 'text', ...input }: FieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <div className={styles.field}>
      <span className={styles.labelRow}>
        <label htmlFor={id}>{label}</label>
        {isPassword && (
          <button
            type="button"
            className={styles.show}
            aria-label={account.showPassword(label)}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? account.hide : account.show}
          </button>
        )}
      </span>
      <Input
        {...input}
        id={id}
        name={name}
        size="large"
        type={isPassword && isShown ? 'text' : type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        status={error ? 'error' : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-says`}
        spellCheck={type === 'text' ? undefined : false}
        autoCapitalize={type === 'text' ? undefined : 'none'}
      />
      <div id={`${id}-says`} className={error ? styles.error : styles.hint} aria-live="polite">
        {error ?? hint}
      </div>
    </div>
  );
}
