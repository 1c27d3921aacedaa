import { pricing } from '../../texts/pricing';
import { highestSaving, type Period, type PricedPlan, offeredPeriods } from './periods.rule';
import styles from './pricing.module.css';

export interface PeriodSwitchProps {
  plans: PricedPlan[];
  period: Period;
  onChange: (period: Period) => void;
}

/** Chooses one of the offered periods. Each shows the most that it saves on any plan; the highest saving is highlighted (WEB-18). */
export function PeriodSwitch({ plans, period, onChange }: PeriodSwitchProps) {
  const periods = offeredPeriods(plans);
  const most = Math.max(0, ...periods.map((key) => highestSaving(plans, key)));
  return (
    <fieldset className={styles.periods}>
      <legend className="visually-hidden">{pricing.period}</legend>
      {periods.map((key) => {
        const saving = highestSaving(plans, key);
        return (
          <label key={key} className={styles.period}>
            <input type="radio" name="period" checked={key === period} onChange={() => onChange(key)} />
            <span>{pricing.periods[key]}</span>
            {saving > 0 && (
              <span className={saving === most ? styles.badge : styles.saving}>{pricing.save(saving)}</span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
