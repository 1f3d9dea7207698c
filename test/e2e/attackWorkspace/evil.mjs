// A server of a stranger: it leaves a file beside the workspace, named after the argument, and serves nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'canaries');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, process.argv[2] ?? 'unnamed'), 'fired');
