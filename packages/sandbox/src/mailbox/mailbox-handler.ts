import type { IncomingMessage, ServerResponse } from 'node:http';
import { sandboxPolicy } from '../pages/sandbox-page.js';
import type { Mail } from './mail-store.js';
import type { Mailbox } from './mailbox.js';

const PAGE = '/sandbox/mailbox';
const JSON_LIST = '/sandbox/mailbox.json';

/**
 * Answers GET and HEAD of the mailbox's page and of its JSON list, both with `?to=ADDRESS`. Returns false and changes nothing when the path is not
 * the mailbox's.
 */
export function mailboxHandler(mailbox: Pick<Mailbox, 'messages' | 'page'>) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path, query = ''] = (request.url ?? '').split('?', 2);
    if (path !== PAGE && path !== JSON_LIST) return false;
    const to = new URLSearchParams(query).get('to') ?? undefined;
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    // The links contain one-time tokens: no other site may learn the page's own address either.
    response.setHeader('referrer-policy', 'no-referrer');
    response.setHeader('content-security-policy', path === PAGE ? sandboxPolicy() : "default-src 'none'");
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      response.writeHead(405).end();
      return true;
    }
    const type = path === PAGE ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
    const body = Buffer.from(path === PAGE ? mailbox.page(to) : JSON.stringify(mailbox.messages(to).map(listed)));
    response.setHeader('content-length', body.length);
    response.writeHead(200, { 'content-type': type }).end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

function listed({ to, subject, text, links, messageId, receivedAt }: Mail) {
  return { to: to.join(', '), subject, text, links, messageId, receivedAt };
}
