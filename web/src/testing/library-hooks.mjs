import { hooks } from './page-libraries.mjs';

// Runs for each test file, before the app's own set-up.
for (const [name, list] of Object.entries(hooks)) for (const hook of list) globalThis[name](hook);
