/** Runs the tests of durable modules, through the program's door, with the journal in PostgreSQL. */
import { repositoryRoot, runInherited } from './processes.mjs';

const DURABLE = [
  'blackboard',
  'crashRestore',
  'erase',
  'knowledge',
  'lifecycle',
  'mainFlow',
  'modernFlow',
  'modernTasks',
  'operations',
  'parallelTasks',
  'plans',
  'recording',
  'resources',
  'restore',
  'surfaces',
  'tasks',
  'textsOnly',
  'threads',
  'together',
  'twoPrograms',
  'workflow',
];

process.chdir(repositoryRoot);
process.env.SWITCHYARD_TEST_JOURNAL = 'postgres';
const files = DURABLE.map(name => `test/headless/${name}.test.ts`);
process.exit(await runInherited('vitest', ['run', '--project', 'program', ...files]));
