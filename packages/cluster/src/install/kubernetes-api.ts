import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { KubernetesObject } from './kubernetes.js';

const LIMIT_MS = 60_000;

/** The address of the API server, and the operator's login, from the file that KUBECONFIG names. */
interface Login {
  server: string;
  agent: Agent;
}

let login: Login | undefined;

/**
 * Calls the API server over a connection that stays open. Tests use this to observe the cluster under load. kubectl would need 0.4 s of processor time
 * per call, and the pods would lack that time.
 */
export async function callApi(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  login ??= readLogin(readFileSync(process.env.KUBECONFIG!, 'utf8'));
  const call = request(new URL(path, login.server), {
    method,
    agent: login.agent,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  call.end(body && JSON.stringify(body));
  const [answer] = await once(call, 'response');
  return { status: answer.statusCode, text: await text(answer) };
}

/** Reads an object or a list, such as `/api/v1/namespaces/precis/pods`. Throws unless the API server answers 200. */
export async function readApi(path: string): Promise<KubernetesObject> {
  const answer = await callApi('GET', path);
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  return JSON.parse(answer.text) as KubernetesObject;
}

/** Reads a file for kubectl that has one cluster and one user, and the certificates in itself. */
function readLogin(kubeconfig: string): Login {
  const field = (name: string) => {
    const found = new RegExp(`\\b${name}: "?([^",}\\s]+)`).exec(kubeconfig);
    if (!found) throw new Error(`KUBECONFIG has no ${name}`);
    return found[1];
  };
  const decoded = (name: string) => Buffer.from(field(name), 'base64');
  const [ca, cert, key] = ['certificate-authority-data', 'client-certificate-data', 'client-key-data'].map(decoded);
  return { server: field('server'), agent: new Agent({ ca, cert, key, keepAlive: true }) };
}
