import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { YoutubeController } from './youtube.controller.js';

@Module({ imports: [AdmissionModule], controllers: [YoutubeController] })
export class YoutubeModule {}
