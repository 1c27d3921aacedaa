/**
 * Whether a `Prefer` header has the preference respond-async (RFC 7240): among others, in any case, with parameters, and never within a quoted value.
 * A preference may be ignored: the answer then comes without Preference-Applied.
 */
export function prefersAsync(prefer: string | string[] = ''): boolean {
  if (prefer === '') return false;
  const unquoted = [prefer]
    .flat()
    .join(',')
    .replace(/"(?:[^"\\]|\\.)*"?/g, '""');
  return unquoted.split(',').some((preference) => /^\s*respond-async\s*(;|$)/i.test(preference));
}
