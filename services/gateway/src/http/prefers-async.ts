/**
 * Whether a `Prefer` header has the preference respond-async (RFC 7240): among others, in any case, with parameters; never within a quoted
 * value. A preference binds nobody: where it cannot be met, the answer comes without Preference-Applied.
 */
export function prefersAsync(prefer: string | string[] = ''): boolean {
  const unquoted = [prefer]
    .flat()
    .join(',')
    .replace(/"(?:[^"\\]|\\.)*"?/g, '""');
  return unquoted.split(',').some((preference) => /^\s*respond-async\s*(;|$)/i.test(preference));
}
