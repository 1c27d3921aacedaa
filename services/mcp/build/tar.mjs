const BLOCK = 512;

/** A tar archive (ustar) of files in one folder, in the given order, without owner or time, so the same files give the same bytes. */
export function tarOf(folder, files) {
  const blocks = Object.entries(files).flatMap(([name, content]) => [
    header(`${folder}/${name}`, content.length, name.endsWith('.mjs') ? 0o755 : 0o644),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

function header(path, size, mode) {
  const block = Buffer.alloc(BLOCK);
  const octal = (value, at, length) => block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii');
  block.write(path, 0, 'ascii');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  // npm accepts any time, but some tools read 0 as no time. This is the time that npm itself writes, 1985-10-26.
  octal(499_162_500, 136, 12);
  block.fill(' ', 148, 156);
  block.write('0', 156, 'ascii');
  block.write('ustar\x0000', 257, 'ascii');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return block;
}
