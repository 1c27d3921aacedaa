const STEP = 3;

/**
 * The values for one of several subjects that are tested alike, such as the fields of a type: every value in the full size, otherwise every third, or
 * more of them if there are fewer than three subjects. Subjects are numbered from 0. Together they get every value.
 */
export function sample<T>(values: T[], subject: number, subjects: number, isFull: boolean): T[] {
  const step = isFull ? 1 : Math.min(STEP, subjects);
  return values.filter((_, index) => index % step === subject % step);
}
