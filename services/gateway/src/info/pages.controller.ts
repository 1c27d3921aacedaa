import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readdirSync, readFileSync } from 'node:fs';
import { HttpProblem } from '../http/http-problem.js';

const FOLDER = new URL('../../pages/', import.meta.url);
const PAGES: Record<string, string> = {
  '/': 'landing.html',
  '/login': 'login.html',
  '/auth/callback': 'auth-callback.html',
  '/verify-email': 'verify-email.html',
  '/forgot-password': 'forgot-password.html',
  '/reset-password': 'reset-password.html',
  '/unsubscribe': 'unsubscribe.html',
  '/payment/cancel': 'payment-cancel.html',
};
const SUCCESS_PAGE = 'payment-success.html';
/** As providers write the ids of their checkouts. Anything else is a text that somebody wants to be read on our page. */
const CHECKOUT_ID = /^[\w-]{1,255}$/;
const NO_ID = 'none';
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Plain pages until the web app comes (WEB-11): what links in mails and checkouts lead to, and a login. Their scripts do all the work. */
@ApiExcludeController()
@Controller()
export class PagesController {
  private readonly files = new Map(
    readdirSync(FOLDER).map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]),
  );

  @Get(Object.keys(PAGES))
  page(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): string {
    return this.file(PAGES[request.routeOptions.url!], reply);
  }

  /** Says which payment it was, without believing a word of it (PAY-17). */
  @Get('payment/success')
  paid(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): string {
    const { session_id: id } = request.query as Record<string, unknown>;
    const shown = typeof id === 'string' && CHECKOUT_ID.test(id) ? id : NO_ID;
    return this.file(SUCCESS_PAGE, reply).replace('{{session_id}}', shown);
  }

  @Get('pages/:name')
  part(@Param('name') name: string, @Res({ passthrough: true }) reply: FastifyReply): string {
    return this.file(name.endsWith('.html') ? '' : name, reply);
  }

  private file(name: string, reply: FastifyReply): string {
    const text = this.files.get(name);
    if (text === undefined) throw new HttpProblem(404, 'not_found', 'There is nothing at this address.');
    void reply.type(`${TYPES[name.split('.').at(-1)!]}; charset=utf-8`);
    return text;
  }
}
