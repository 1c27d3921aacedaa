import { useId } from 'react';
import styles from './choice.module.css';

export interface ChoiceProps<Key extends string> {
  /** The label of the choice for screen readers. */
  label: string;
  options: Record<Key, string>;
  value: Key;
  onChange: (value: Key) => void;
  disabled?: boolean;
}

/** A few options, one of which is chosen, in a row. Radio buttons, so that the arrow keys walk through them. */
export function Choice<Key extends string>({ label, options, value, onChange, disabled }: ChoiceProps<Key>) {
  const name = useId();
  return (
    <fieldset className={styles.choice} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {(Object.entries(options) as [Key, string][]).map(([key, text]) => (
        <label key={key} className={styles.option}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={key === value}
            onChange={() => onChange(key)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
