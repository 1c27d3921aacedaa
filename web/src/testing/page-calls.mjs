import { Socket } from 'node:net';
import { promisify } from 'node:util';

const turn = promisify(setImmediate);
/** Under which fetch() of Node keeps its connections, and what clients of an older kind see of them. */
const CONNECTIONS = Symbol.for('undici.globalDispatcher.2');
const FOR_OLDER = Symbol.for('undici.globalDispatcher.1');

/** Ends the calls of the page and closes its connections, which MSW answered: the calls of the next file must meet the answers of that file. */
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
