#!/usr/bin/env node
import { keepCompiledCode } from './options/compiledCode';
import { requireHome } from './options/homeFolder';
import { requireNode } from './options/nodeVersion';
import { keepHeapSmall } from './options/smallHeap';

async function start(): Promise<void> {
  requireNode(process.versions.node);
  requireHome();
  keepHeapSmall();
  keepCompiledCode();
  // Loaded only now: an older Node lacks modules that it imports, and would fail before it could say why.
  const { main } = await import('./main');
  main();
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
