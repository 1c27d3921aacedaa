import { pause } from '@precis/runtime/pause';

/**
 * Returns the answer of `ask`; throws when it came before 240 ms. The app runs in this process, whose timers fire in the order of their times, so a
 * busy machine delays both equally.
 */
export async function answersAfterAQuarterSecond<T>(ask: () => Promise<T>): Promise<T> {
  let isOver = false;
  void pause(240).then(() => (isOver = true));
  const answer = await ask();
  if (!isOver) throw new Error('the answer came early');
  return answer;
}
