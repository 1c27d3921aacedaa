/** Saves a text as a file through the browser; `type` is its media type. */
export function saveFile(name: string, text: string, type: string): void {
  saveAddress(name, URL.createObjectURL(new Blob([text], { type })));
}

/** Saves the file at an object URL, and then revokes the URL. */
export function saveAddress(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: the browser reads the data only after the click handler has returned to the event loop.
  window.setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
