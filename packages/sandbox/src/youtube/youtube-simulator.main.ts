import { startYouTubeSimulator } from './youtube-simulator.js';

const simulator = await startYouTubeSimulator({ port: Number(process.env.YOUTUBE_SIMULATOR_PORT ?? 0) });
console.log(JSON.stringify({ url: simulator.url }));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close());
}
