// A program that speaks JSON lines and works in the folder that it was started in: what it is to do is in each message.
//
//   {"write": [[path, text]], "exit": code, "calls": number of tool calls that it tells of}
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', line => {
  const { write = [], exit, calls = 0 } = JSON.parse(line);
  for (const [path, text] of write) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  if (exit !== undefined) process.exit(exit);
  for (let i = 0; i < calls; i += 1)
    console.log(JSON.stringify({ type: 'tool_call', tool: 'step', input: i }));
  console.log(JSON.stringify({ type: 'result', text: 'worker is done' }));
});
