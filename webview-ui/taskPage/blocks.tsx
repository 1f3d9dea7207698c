import type { Block } from '../../src/shared/taskPage/picture';
import type { Run } from './run';

/** What is to be read before the rest. */
export function Blocks({ blocks, onRun }: { readonly blocks: readonly Block[]; readonly onRun: Run }) {
  return (
    <>
      {blocks.map(({ id, icon, tone, text, links, lines, actions }) => (
        <div key={id} class={`block ${tone}-block`} role="note">
          <span class={`codicon codicon-${icon} ${tone}`} aria-hidden="true" />
          <div>
            <strong>{text}</strong>{' '}
            {links.map(link => (
              <>
                <button key={link.id} type="button" class="link" onClick={() => onRun(link.id, link.enter)}>
                  {link.label}
                </button>{' '}
              </>
            ))}
            {lines.map((line, at) => (
              <p key={at}>{line}</p>
            ))}
            {actions.length > 0 && (
              <div class="buttons">
                {actions.map(({ command, title }, at) => (
                  <button
                    key={command}
                    type="button"
                    class={at === 0 ? 'button primary' : 'button'}
                    onClick={() => onRun('', command)}
                  >
                    {title}
                  </button>
                ))}
              </div>
            )}
          </div>
        </div>
      ))}
    </>
  );
}
