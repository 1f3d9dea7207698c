import type { Gantt, GanttRow, GanttWords } from '../../src/shared/plots/plots';
import { StatusIcon } from './plotParts';
import { momentText, rangeText } from './times';

/** From when until when a task was worked on, pauses left aside; empty before it begins. */
export function timeText({ stretches }: GanttRow, words: GanttWords, now: number): string {
  const [first] = stretches;
  const last = stretches.at(-1);
  if (first === undefined || last === undefined) return '';
  if (last.to === undefined) return words.since.replace('{0}', momentText(first.from, now));
  return rangeText({ from: first.from, to: last.to }, now);
}

/** The time line in words. */
export function GanttTable({ gantt, now }: { readonly gantt: Gantt; readonly now: number }) {
  const { rows, words } = gantt;
  return (
    <div class="plot-scroll" role="group" aria-label={gantt.title} tabIndex={0}>
      <table class="plot-table">
        <caption class="unseen">{gantt.label}</caption>
        <thead>
          <tr>
            {[words.task, words.state, words.began, words.ended, words.took].map(word => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const last = row.stretches.at(-1);
            const from = row.stretches[0]?.from;
            return (
              <tr key={row.id} class={row.isOwn ? 'own' : ''}>
                <th scope="row">
                  <span class="plot-name" dir="auto">
                    {row.name}
                  </span>
                  {row.isOwn && <span class="plot-aside"> {words.thisTask}</span>}
                </th>
                <td>
                  <StatusIcon task={row} /> {row.state}
                </td>
                <td>{from === undefined ? '' : momentText(from, now)}</td>
                <td>{last?.to === undefined ? '' : momentText(last.to, now)}</td>
                <td>{row.took}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
