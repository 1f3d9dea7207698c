import { gatewayWorld } from '../support/gatewayWorld';
import { plainWording } from '../support/pictureText';
import { agentWorld } from '../support/workflowWorld';
import type { TaskId } from '../../src/core/snapshots/snapshot';
import type { Plots } from '../../src/shared/plots/plots';
import { plotsOf } from '../../src/vscode/taskPage/plots';

const MINUTE = 60_000;

/** Plots of a task in the middle of many, as the extension makes them, and what making them costs the processor. */
export async function manyTasks(count: number): Promise<{ plots: Plots; ms: number }> {
  const { workflows, stigmergy, snapshots, clock, begin, start, complete } = await agentWorld();
  const { id } = await begin();
  const started: TaskId[] = [];
  for (let i = 0; i < count; i += 1) {
    // Every task waits for two before it: nothing is more tangled.
    const dependsOn = [started.at(-1), started.at(-4)].filter(each => each !== undefined);
    const task = await start(id, { name: `Task ${i} with a long name`, areas: [`area${i % 30}`], dependsOn });
    started.push(task.id);
    snapshots.write(`area${i % 30}/file${i}.ts`);
    clock.advance(3 * MINUTE);
    if (i < count - 1) await complete(task.id);
  }
  const { gateway, registry } = await gatewayWorld();
  const draw = (): Plots =>
    plotsOf(
      { gateway, registry, workflows, stigmergy },
      started[count >> 1] ?? '',
      clock.now(),
      plainWording,
    );
  draw();
  const before = process.cpuUsage();
  const plots = draw();
  return { plots, ms: process.cpuUsage(before).user / 1_000 };
}
