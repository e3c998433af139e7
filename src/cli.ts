#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Before anything else is loaded: cuts the start of some 400 source files to a fifth.
enableCompileCache();

const { runCommand } = await import('./cli/run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
