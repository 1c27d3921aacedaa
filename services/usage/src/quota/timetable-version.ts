/** An account's timetable changes with its payments: nobody makes so many between two events that arrive. */
const MAX_JUMP = 1_000;

/**
 * What an event's version is beside the stored one (0: none), while billing cannot be asked. A jump is refused: after it no true
 * version would ever count as newer.
 */
export function heardVersion(stored: number, told: number): 'newer' | 'older' | 'jump' {
  if (told <= stored) return 'older';
  return told - stored > MAX_JUMP ? 'jump' : 'newer';
}
