import { Injectable } from '@nestjs/common';
import type { DemoVideo } from '@precis/proto/summarisation/v1/summarisation';
import { DemoSource } from '../transcripts/demo.source.js';
import { DEMO_VIDEOS } from './demo/demo-catalogue.js';

/** The sample videos (VID-15) with their fixed outcomes; none when they are switched off. */
@Injectable()
export class ListDemoVideos {
  constructor(private readonly demo: DemoSource) {}

  execute(): DemoVideo[] {
    if (!this.demo.isOn) return [];
    return DEMO_VIDEOS.map((video) => ({ ...video, url: `https://www.youtube.com/watch?v=${video.videoId}` }));
  }
}
