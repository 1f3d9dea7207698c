import type { SetupSection } from '../../src/shared/serverPage/picture';
import { Rows } from './rows';

/** How the server is reached, and what it needs for that. */
export function SetupView({
  sections,
  onRun,
}: {
  readonly sections: readonly SetupSection[];
  readonly onRun: (item: string, command: string) => void;
}) {
  return (
    <>
      {sections.map(({ id, title, text, facts, rows, note, actions }) => (
        <section key={id} aria-labelledby={`setup-${id}`}>
          <h2 id={`setup-${id}`}>{title}</h2>
          {text !== undefined && (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard (WCAG 2.1.1)
            <pre class="lines" role="region" aria-labelledby={`setup-${id}`} tabIndex={0}>
              {text}
            </pre>
          )}
          {facts.length > 0 && (
            <dl class="setup-facts">
              {facts.map(fact => (
                <div key={fact.label}>
                  <dt>{fact.label}</dt> <dd>{fact.text}</dd>
                </div>
              ))}
            </dl>
          )}
          <Rows rows={rows} onRun={onRun} />
          {note !== undefined && <p class="remark">{note}</p>}
          {actions.length > 0 && (
            <div class="buttons">
              {actions.map(action => (
                <button
                  key={action.command}
                  type="button"
                  class="button"
                  onClick={() => onRun('', action.command)}
                >
                  {action.title}
                </button>
              ))}
            </div>
          )}
        </section>
      ))}
    </>
  );
}
