import type { StateNote } from '../../src/shared/sharedState/picture';

/** What stands where there is nothing to show: what it is, and what can be done. */
export function Note({
  note: { text, actions },
  onRun,
}: {
  readonly note: StateNote;
  readonly onRun: (command: string) => void;
}) {
  return (
    <div class="nothing">
      <p>{text}</p>
      <div class="buttons">
        {actions.map(({ command, title }, at) => (
          <button
            key={command}
            type="button"
            class={at === 0 ? 'button primary' : 'button'}
            onClick={() => onRun(command)}
          >
            {title}
          </button>
        ))}
      </div>
    </div>
  );
}
