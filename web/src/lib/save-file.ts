/** Hands the browser a file with this text; `type` is its media type. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the data when the click returns to the event loop.
  window.setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
