/** Hands the browser a JSON file, in lines that people can read. */
export function saveJson(name: string, data: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the data when the click returns to the event loop.
  window.setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
