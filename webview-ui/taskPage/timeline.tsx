import type { Happening } from '../../src/shared/taskPage/picture';
import type { Run } from './run';
import { useRoving } from '../kit/roving';

/** What happened, in order. */
export function Timeline({
  happenings,
  onRun,
}: {
  readonly happenings: readonly Happening[];
  readonly onRun: Run;
}) {
  const run = (id: string): void => {
    const { action } = happenings.find(happening => happening.id === id) ?? {};
    if (action) onRun(id, action.command);
  };
  const roving = useRoving(
    happenings.map(({ id }) => id),
    { Enter: run, ' ': run },
  );
  return (
    <ol class="timeline" aria-labelledby="timeline" {...roving.list}>
      {happenings.map((happening, index) => {
        const { id, icon, tone, title, badge, time, strong, text, lines, action } = happening;
        return (
          <li
            key={id}
            tabIndex={index === roving.at ? 0 : -1}
            data-index={index}
            data-event={id}
            data-place={`timeline ${id}`}
          >
            <span class={`sign codicon codicon-${icon} ${tone ?? ''}`} aria-hidden="true" />
            <div class="line">
              <h3>
                {title}
                {badge !== undefined && <span class="badge">{badge}</span>}
              </h3>
              {action && (
                <button
                  type="button"
                  class={`action codicon codicon-${action.icon ?? 'check'}`}
                  tabIndex={-1}
                  title={action.title}
                  aria-label={action.title}
                  onClick={() => run(id)}
                />
              )}
              {time && (
                <time dateTime={time.iso} title={time.long}>
                  {time.short}
                </time>
              )}
            </div>
            {strong !== undefined && <p class="strong">{strong}</p>}
            {text !== undefined && text !== '' && <p>{text}</p>}
            {lines.length > 0 && (
              <ul>
                {lines.map((line, at) => (
                  <li key={at}>{line}</li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}
