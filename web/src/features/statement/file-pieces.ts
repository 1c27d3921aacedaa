/** How much of a file is read at a time. */
const PIECE_BYTES = 1_048_576;

/** The text of a file, piece by piece. It does not use the file's stream, because Safari cannot iterate over one. */
export async function* filePieces(file: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const bytes = await file.slice(at, at + PIECE_BYTES).arrayBuffer();
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}
