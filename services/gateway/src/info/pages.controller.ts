import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';

const file = (name: string) => readFileSync(new URL(`../../pages/${name}`, import.meta.url), 'utf8');

/** Plain pages until the web app comes (WEB-11). */
@ApiExcludeController()
@Controller()
export class PagesController {
  private readonly landing = file('landing.html');
  private readonly verifyEmail = file('verify-email.html');
  private readonly verifyEmailScript = file('verify-email.js');
  private readonly style = file('pages.css');

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  landingPage() {
    return this.landing;
  }

  @Get('verify-email')
  @Header('content-type', 'text/html; charset=utf-8')
  verifyEmailPage() {
    return this.verifyEmail;
  }

  @Get('pages/verify-email.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  script() {
    return this.verifyEmailScript;
  }

  @Get('pages/pages.css')
  @Header('content-type', 'text/css; charset=utf-8')
  stylesheet() {
    return this.style;
  }
}
