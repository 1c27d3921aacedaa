const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** The English name of `en`; the code itself for an unknown language. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
