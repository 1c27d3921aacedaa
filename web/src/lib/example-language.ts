import { useSyncExternalStore } from 'react';

const KEY = 'example-language';
const listeners = new Set<() => void>();
let chosenHere: string | null = null;

/**
 * The language in which examples are shown, and how to choose another: every example of the documentation and the dashboard follows one choice,
 * and it stays on this device (WEB-22). The first of `languages` where the chosen one is not among them.
 */
export function useExampleLanguage<Key extends string>(languages: readonly Key[]): [Key, (language: Key) => void] {
  const chosen = useSyncExternalStore(subscribe, chosenLanguage);
  return [languages.find((language) => language === chosen) ?? languages[0], choose];
}

function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(KEY) ?? chosenHere;
  } catch {
    return chosenHere;
  }
}

function choose(language: string): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice holds until the page is left.
    chosenHere = language;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
