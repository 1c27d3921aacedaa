const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** English of `en`; the code itself where nobody knows it. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
