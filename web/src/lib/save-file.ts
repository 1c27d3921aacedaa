/** Hands the browser a file with this text; `type` is its media type. */
export function saveFile(name: string, text: string, type: string): void {
  saveAddress(name, URL.createObjectURL(new Blob([text], { type })));
}

/** The same with the address of an object that is there already, which is let go. */
export function saveAddress(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the data when the click returns to the event loop.
  window.setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
