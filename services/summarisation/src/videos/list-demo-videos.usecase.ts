import type { DemoVideo } from '@precis/proto/summarisation/v1/summarisation';
import { DEMO_VIDEOS } from './demo/demo-catalogue.js';

/** The sample videos of decision 24, each with what it always answers; none where they are switched off. */
export class ListDemoVideos {
  constructor(private readonly areServed: boolean) {}

  execute(): DemoVideo[] {
    if (!this.areServed) return [];
    return DEMO_VIDEOS.map((video) => ({ ...video, url: `https://www.youtube.com/watch?v=${video.videoId}` }));
  }
}
