import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { InfoController } from './info.controller.js';
import { PagesController } from './pages.controller.js';
import { Readiness } from './readiness.js';

@Module({ controllers: [InfoController, HealthController, PagesController], providers: [Readiness] })
export class InfoModule {}
