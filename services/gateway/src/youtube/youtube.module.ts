import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { SummariesController } from './summaries.controller.js';
import { YoutubeController } from './youtube.controller.js';

@Module({ imports: [AdmissionModule], controllers: [YoutubeController, SummariesController] })
export class YoutubeModule {}
