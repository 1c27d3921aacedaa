import { useSyncExternalStore } from 'react';

export type Appearance = 'light' | 'dark';
/** The user's choice; `system` follows the device. */
export type AppearanceChoice = Appearance | 'system';

const KEY = 'theme';
const listeners = new Set<() => void>();
const darkDevice = () => window.matchMedia('(prefers-color-scheme: dark)');

/** The stored choice of this device. */
export function appearanceChoice(): AppearanceChoice {
  const stored = readStored();
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Stores the choice on this device and repaints. */
export function chooseAppearance(choice: AppearanceChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply(choice);
}

/** The current appearance of the page; follows the device, the choice, and the choice in other tabs. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, shown, () => 'light');
}

/** The choice itself, for the switch that shows it. */
export function useAppearanceChoice(): AppearanceChoice {
  return useSyncExternalStore(subscribe, appearanceChoice, () => 'system');
}

function shown(): Appearance {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function apply(choice: AppearanceChoice): void {
  const isDark = choice === 'dark' || (choice === 'system' && darkDevice().matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const follow = () => apply(appearanceChoice());
  const device = darkDevice();
  listeners.add(listener);
  device.addEventListener('change', follow);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    device.removeEventListener('change', follow);
    window.removeEventListener('storage', follow);
  };
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
