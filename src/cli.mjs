#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// JavaScript, and before anything else is loaded: what the cache has is neither parsed nor stripped of its types again, so that
// some 400 source files start in a fifth of the time, and what strips types is not loaded at all.
const cache = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
enableCompileCache(cache);
// Threads have it by the environment alone.
process.env.NODE_COMPILE_CACHE ??= cache;
// `npm start` bounds memory, which the server's own has taken note of by now. These flags go before the bounds of threads, each of
// which has those that fit its work.
setFlagsFromString('--max-semi-space-size=0');
setFlagsFromString('--max-old-space-size=0');

const { runCommand } = await import('./cli/run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
