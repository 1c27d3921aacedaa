import { useSyncExternalStore } from 'react';

const KEY = 'example-language';
const listeners = new Set<() => void>();
let chosenHere: string | null = null;

/**
 * The language of examples, and a function to choose another. All examples of the documentation and the dashboard share one choice, which is stored
 * on this device (WEB-22). Returns the first of `languages` when the choice is not among them.
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
    // Without storage the choice lasts until the page is left.
    chosenHere = language;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
