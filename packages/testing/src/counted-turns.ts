/**
 * Counts the turns that others on the event loop get until the returned function is called, which returns their number. Meanwhile each look at the
 * clock finds 10 ms later than the one before. So work that pauses after some milliseconds pauses at each of its looks, on a machine of any speed.
 */
export function countTurns(): () => number {
  let [turns, isOver, nowMs] = [0, false, performance.now()];
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10));
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  return () => {
    isOver = true;
    clock.mockRestore();
    return turns;
  };
}
