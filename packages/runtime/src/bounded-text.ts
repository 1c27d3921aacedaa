/** Reads the text of a short answer. Throws, and stops reading, above `mostBytes`, so that a peer cannot fill our memory. */
export async function boundedText(response: Response, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error('the answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
