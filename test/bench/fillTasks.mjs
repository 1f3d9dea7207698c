/** `node fillTasks.mjs STATE WORKSPACE TASKS`: fills a journal with ended workflows, in a program of its own, as other windows write to it too. */
import { pathToFileURL } from 'node:url';
import { build } from '../support/bundle.mjs';

const [state, workspace, tasks] = process.argv.slice(2);
const [bundle] = await build('test/bench/tasks.ts');
const { drawTasks, fillTasks } = await import(pathToFileURL(bundle).href);
console.log(await fillTasks(state, workspace, Number(tasks)));
// As a log is that grew so large over months.
await drawTasks(state, workspace, true);
