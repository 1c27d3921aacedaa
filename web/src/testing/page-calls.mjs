import { Socket } from 'node:net';
import { promisify } from 'node:util';

const turn = promisify(setImmediate);
/** The global symbols under which Node's fetch() finds its connection pool: the present one, and the one that older versions of undici read. */
const CONNECTIONS = Symbol.for('undici.globalDispatcher.2');
const FOR_OLDER = Symbol.for('undici.globalDispatcher.1');

/** Ends the calls of the page and closes its connections. Otherwise calls of the next test file would get this file's MSW answers. */
export async function endCalls() {
  const agent = globalThis[CONNECTIONS];
  if (!agent) return;
  globalThis[CONNECTIONS] = new agent.constructor();
  const older = globalThis[FOR_OLDER];
  if (older) globalThis[FOR_OLDER] = new older.constructor(globalThis[CONNECTIONS]);
  await agent.destroy();
  await turn();
  closeHandles();
}

/** MSW takes the place of a socket's handle, and does not close it with the socket. */
function closeHandles() {
  for (const socket of process._getActiveHandles()) {
    if (!(socket instanceof Socket && socket.destroyed && socket._handle)) continue;
    socket._handle.close();
    socket._handle = null;
  }
}
