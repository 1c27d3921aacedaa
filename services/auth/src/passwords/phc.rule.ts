/** Parameters and result of one argon2id hash; `memoryKib` in KiB. */
export interface PhcHash {
  memoryKib: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  hash: Buffer;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Specification section 3 (User, password) and decisions 6: passwords are kept as argon2id in the PHC format, which tells its own parameters. */
export function formatPhc(h: PhcHash): string {
  return `$argon2id$v=19$m=${h.memoryKib},t=${h.passes},p=${h.parallelism}$${unpadded(h.salt)}$${unpadded(h.hash)}`;
}

/** The other way round; throws for anything that formatPhc did not write. */
export function parsePhc(text: string): PhcHash {
  const parts = PHC.exec(text);
  if (!parts) throw new Error('stored password hash is not an argon2id PHC string');
  return {
    memoryKib: Number(parts[1]),
    passes: Number(parts[2]),
    parallelism: Number(parts[3]),
    salt: Buffer.from(parts[4], 'base64'),
    hash: Buffer.from(parts[5], 'base64'),
  };
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
