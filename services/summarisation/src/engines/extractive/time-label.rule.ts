/** Rule (decision 23): moments of a video are written as viewers know them: 0:05, 12:40, 1:02:03. */
export function timeLabel(ms: number): string {
  const [hours, minutes, seconds] = parts(ms);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** The same for a key point's bracket, minutes always in two digits: [00:05], [12:40], [1:02:03]. */
export function pointLabel(ms: number): string {
  const label = timeLabel(ms);
  return `[${label.length < 5 ? `0${label}` : label}]`;
}

function parts(ms: number): [number, number, number] {
  const seconds = Math.floor(ms / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
