import type { Month } from './recent-months.rule';
import styles from './usage.module.css';

export interface MonthSelectProps {
  label: string;
  value: string | undefined;
  /** The newest first. */
  months: Month[];
  onChange: (month: string) => void;
}

/** Chooses a month. The browser's own control, which phones show natively. */
export function MonthSelect({ label, value, months, onChange }: MonthSelectProps) {
  return (
    <select
      className={styles.month}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {months.map(({ month, label: name }) => (
        <option key={month} value={month}>
          {name}
        </option>
      ))}
    </select>
  );
}
