/** Saves a text as a file through the browser; `type` is its media type. */
export function saveFile(name: string, text: string, type: string): void {
  saveObjectUrl(name, URL.createObjectURL(new Blob([text], { type })));
}

/** Saves the file at an object URL, and then revokes the URL. */
export function saveObjectUrl(name: string, objectUrl: string): void {
  const link = document.createElement('a');
  link.href = objectUrl;
  link.download = name;
  link.click();
  // Not at once: the browser reads the data only after the click handler has returned to the event loop.
  window.setTimeout(() => URL.revokeObjectURL(objectUrl), 1_000);
}
