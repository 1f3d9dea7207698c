import type { ComponentChildren } from 'preact';
import type { Heading, TaskWords } from '../../src/shared/taskPage/picture';
import type { Run } from './run';

/** Where the task belongs, what it is, how it stands, and what can be done with it. */
export function HeadingView({
  heading,
  words,
  onRun,
  isPrimary = true,
  children,
}: {
  readonly heading: Heading;
  readonly words: Pick<TaskWords, 'breadcrumb' | 'actions' | 'progress'>;
  readonly onRun: Run;
  /** Whether its first button is the page's most likely one. */
  readonly isPrimary?: boolean;
  /** What is to be read before the facts. */
  readonly children?: ComponentChildren;
}) {
  const { crumbs, place, icon, tone, state, title, goal, facts, progress, actions } = heading;
  return (
    <header>
      <nav class="crumbs" aria-label={words.breadcrumb}>
        {crumbs.map(({ id, label, enter }) => (
          <>
            <button key={id} type="button" class="link" onClick={() => onRun(id, enter)}>
              {label}
            </button>
            <span aria-hidden="true"> › </span>
          </>
        ))}
        <span>{place}</span>
      </nav>
      <h1>
        <span class={`codicon codicon-${icon} ${tone}`} role="img" aria-label={state} title={state} />
        <span id="title">{title}</span>
      </h1>
      <p class="goal">{goal}</p>
      {progress && (
        <div class="progress">
          <span
            class="bar"
            role="progressbar"
            aria-label={words.progress}
            aria-valuenow={progress.percent}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <i style={{ width: `${Math.min(100, Math.max(0, progress.percent))}%` }} />
          </span>
          <span>{progress.text}</span>
        </div>
      )}
      {children}
      <dl class="facts">
        {facts.map(({ label, text, tooltip }) => (
          <div key={label} title={tooltip}>
            <dt>{label}</dt> <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons" role="group" aria-label={words.actions}>
        {actions.map(({ command, title: name }, at) => (
          <button
            key={command}
            type="button"
            class={isPrimary && at === 0 && actions.length > 1 ? 'button primary' : 'button'}
            onClick={() => onRun('', command)}
          >
            {name}
          </button>
        ))}
      </div>
    </header>
  );
}
