import { Module } from '@nestjs/common';
import { Downloads } from './downloads.provider.js';

@Module({ providers: [Downloads], exports: [Downloads] })
export class DownloadsModule {}
