import { type AppearanceChoice, chooseAppearance, useAppearanceChoice } from '../../app/appearance';
import { frame } from '../../texts/frame';
import { profile } from '../../texts/profile';
import styles from './profile.module.css';

const CHOICES = Object.keys(frame.appearances) as AppearanceChoice[];

/** System, light or dark; the same switch as in the footer. */
export function AppearanceSection() {
  const chosen = useAppearanceChoice();
  return (
    <div className={styles.part}>
      <p className={styles.muted}>{profile.appearance.lead}</p>
      <fieldset className={styles.choices} aria-labelledby="profile-section">
        {CHOICES.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name="appearance"
              value={choice}
              checked={choice === chosen}
              onChange={() => chooseAppearance(choice)}
            />
            <span>
              <span className={styles.label}>{frame.appearances[choice]}</span>
              <span className={styles.muted}>{profile.appearance.texts[choice]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
