import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { askEarly, EARLY } from './build/ask-early.ts';
import { checkSizes } from './build/check-sizes.ts';
import { compileWords } from './build/compile-words.ts';
import { compressFiles } from './build/compress-files.ts';

/** `--mode parts` is the page of all parts instead of the console. */
export default defineConfig(({ mode }) => ({
  root: mode === 'parts' ? `${import.meta.dirname}/parts` : import.meta.dirname,
  base: '/console/',
  plugins: [
    react(),
    compileWords(),
    ...(mode === 'parts' ? [] : [askEarly(), compressFiles(), checkSizes()]),
  ],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // Nothing is put into the page itself: its policy lets only files of this server run.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'vite-manifest.json',
    reportCompressedSize: false,
    // What is too large is judged as it is sent, by `check-sizes.ts`.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input:
        mode === 'parts'
          ? { index: `${import.meta.dirname}/parts/index.html` }
          : {
              index: 'index.html',
              'service-worker': 'src/offline/service-worker.ts',
            },
      output: {
        // A request costs more than a few kilobytes. Without these groups a first visit to one screen fetches some ninety files.
        codeSplitting: {
          groups: [
            { name: EARLY, test: /client\/(?:ask-early|early-answers)/, priority: 5 },
            {
              name: 'shell',
              tags: ['$initial'],
              test: (id) => !/index\.html|src\/main\.tsx|offline\/service-worker|workbox/.test(id),
              priority: 4,
            },
            { name: 'parts', minShareCount: 10, priority: 3 },
            // Of what fewer screens share, small files that the first ones would have to fetch one by one.
            {
              name: 'small-parts',
              test: /lucide-react|utationObserver|useMutation|\/parts\/(?:week-strip|use-matches|use-address)/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'own-days',
              test: /\/own\/(?:own-days|session-profile|workout-steps)|\/client\/save-file/,
              priority: 1,
            },
            // Without a group of its own it would share with the next one, and fetch all of that.
            { name: 'switch', test: /\/parts\/switch-row\.tsx/, priority: 1 },
            // Menus and dialogs come when one is opened.
            { name: 'overlays', test: /\/parts\/open-(?:menu|dialog)\.tsx/ },
          ],
        },
        entryFileNames: ({ name }) => (name === 'service-worker' ? 'sw.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  // `npm run dev -w console`: the pages and the API of a server that runs beside.
  server: {
    proxy: Object.fromEntries(
      ['/api', '/sign-in', '/sign-out', '/fonts'].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
}));
