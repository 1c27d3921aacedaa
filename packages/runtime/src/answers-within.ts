/** Runs a check and rejects when it throws or does not come back in time. */
export async function answersWithin(limitMs: number, check: () => void | Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([(async () => check())(), late]);
  } finally {
    clearTimeout(timer);
  }
}
