import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { steadyFonts } from './build/steady-fonts.ts';

/** Two documents: the landing page, which must be light, and the application with everything else. `API_URL`: where `vite dev` finds the gateway. */
export default defineConfig({
  plugins: [react(), steadyFonts()],
  build: {
    target: 'es2023',
    outDir: 'dist/site',
    emptyOutDir: true,
    // What each page loads, for build/check-sizes.main.mjs.
    manifest: true,
    // Source texts are open to every visitor anyway; without a map nobody can read a stack trace.
    sourcemap: true,
    // Fonts and pictures stay files: a data address is loaded even where nobody looks.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { landing: resolve(import.meta.dirname, 'index.html'), app: resolve(import.meta.dirname, 'app.html') },
    },
  },
  server: { proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' } },
});
