import { Module } from '@nestjs/common';
import { ResultsModule } from '../results/results.module.js';
import { TranscriptsModule } from '../transcripts/transcripts.module.js';
import { GetInfo } from './get-info.usecase.js';
import { ListDemoVideos } from './list-demo-videos.usecase.js';
import { ResolveVideo } from './resolve-video.usecase.js';

@Module({
  imports: [TranscriptsModule, ResultsModule],
  providers: [ResolveVideo, GetInfo, ListDemoVideos],
  exports: [ResolveVideo, GetInfo, ListDemoVideos],
})
export class VideosModule {}
